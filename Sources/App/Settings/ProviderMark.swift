// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// A provider's mark, or in the same room a symbol of its kind; decoration, for the name stands beside it.
@MainActor
final class ProviderMark {
  /// Points of its side.
  static let side = 32

  let avatar: Avatar
  private var shown: DecodedImage?

  init(_ builder: Builder) throws(BuilderError) {
    avatar = try builder.object("mark")
  }

  /// `id`: by which its kind is known.
  func render(_ picture: DecodedImage?, of name: String, _ id: ProviderID) {
    if avatar.text != name {
      avatar.text = name
      avatar.setIcon(ProviderKind(id).icon)
    }
    guard picture != shown else { return }
    shown = picture
    avatar.show(picture.flatMap { Texture.pixels($0.pixels, width: $0.width, height: $0.height) })
  }
}
