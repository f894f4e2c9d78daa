// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// The member's picture, or their initials where it cannot be had, and the buttons that change it.
@MainActor
final class AccountPicture {
  private let group: Widget
  let avatar: Avatar
  let note: Label
  private let choose: Button
  let remove: Button
  private var shown: DecodedImage?
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    group = try builder.object("picture_group")
    avatar = try builder.object("avatar")
    note = try builder.object("picture_note")
    choose = try builder.object("choose_picture")
    remove = try builder.object("remove_picture")
    self.send = send
    remove.onClick { send(.pictureRemoved) }
  }

  /// Points of the longer side: a picture that is not square is cut, so more of it is wanted than shows.
  var side: Int { avatar.size * 2 }
  /// Pixels of the screen a point.
  var scale: Int { avatar.scale }

  /// Asks for a file above that window.
  func askAbove(_ window: Window) {
    choose.onClick { [weak window, send] in
      window?.chooseFile(
        title: tr("Choose a Picture"), types: ["image/png", "image/jpeg", "image/gif"], named: tr("Pictures"),
        accept: tr("Choose")
      ) { send(.pictureChosen($0)) }
    }
  }

  func render(_ state: AccountViewState) {
    group.isVisible = state.page == .account
    avatar.text = state.name.isEmpty ? state.email : state.name
    if state.picture != shown {
      shown = state.picture
      avatar.show(shown.flatMap { Texture.pixels($0.pixels, width: $0.width, height: $0.height) })
    }
    avatar.setAccessibleLabel(state.picture == nil ? tr("Initials in place of a picture") : tr("Your picture"))
    note.text = state.pictureNote ?? ""
    note.isVisible = state.pictureNote != nil
    choose.isSensitive = state.canChange
    remove.isSensitive = state.canChange
    remove.isVisible = state.hasPicture
  }
}
