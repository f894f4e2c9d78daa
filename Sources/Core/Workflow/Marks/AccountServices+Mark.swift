// SPDX-License-Identifier: GPL-3.0-or-later
import KursLocalCache
public import KursModel

extension AccountServices {
  /// A provider's mark, square, of no more than `side` points on a screen of `scale` pixels a point.
  ///
  /// Nil where it cannot be had, or not now; asked for without saying who asks.
  public func mark(_ wish: MarkPlan.Wish, side: Int, scale: Int) async -> DecodedImage? {
    // A team's names the server of its member: it goes with them. All others are everybody's.
    let owner = wish.provider.isTeam ? wish.provider.name : ""
    return try? await pictures.image(wish.address, member: owner, side: side, scale: scale).squared
  }
}
