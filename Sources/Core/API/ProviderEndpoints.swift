// SPDX-License-Identifier: GPL-3.0-or-later

/// Where one provider is asked, and for what.
public struct ProviderEndpoints: Sendable {
  /// The provider's name, as in its stored rates.
  public let id: String
  /// `https://host`, without a path; the person may name another (a self-hosted or moved server).
  public let address: String
  /// The newest rates alone.
  public let latest: Command
  /// The last weeks, and how many days they surely cover; nil where the provider has no such answer.
  public let recent: (command: Command, days: Int)?
  /// Everything since the first day; nil where it cannot be had at once.
  public let history: Command?

  /// The smallest answer that closes a gap of so many days.
  public func command(closing gap: Int?) -> Command {
    guard let gap, gap > 1 else { return gap == nil ? history ?? recent?.command ?? latest : latest }
    if let recent, gap <= recent.days { return recent.command }
    return history ?? recent?.command ?? latest
  }

  public static let all: [ProviderEndpoints] = [.ecb, .frankfurter]
}
