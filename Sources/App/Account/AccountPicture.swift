// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class AccountPicture {
  @Child("picture_group") private var group: Widget
  @Child("avatar") var avatar: Avatar
  @Child("picture_note") var note: Label
  @Child("choose_picture") private var choose: Button
  @Child("remove_picture") var remove: Button
  private var shown: DecodedImage?
  private let send: @MainActor @Sendable (AccountIntent) -> Void

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    remove.onClick { send(.pictureRemoved) }
  }

  /// The longer side of the decoded picture, in points. Twice the avatar's side, because the picture may be cropped.
  var side: Int { avatar.size * 2 }
  var scale: Int { avatar.scale }

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
    avatar.setAccessibleLabel(state.picture == nil ? tr("Your initials") : tr("Your picture"))
    note.text = state.pictureNote ?? ""
    note.isVisible = state.pictureNote != nil
    choose.isSensitive = state.canChange
    remove.isSensitive = state.canChange
    remove.isVisible = state.hasPicture
  }
}

struct AccountPictures: Sendable {
  var load: @Sendable (_ member: Member, _ side: Int, _ scale: Int) async -> MemberPicture
  /// Returns the file as a small PNG without metadata, or nil if it can't be decoded.
  var withoutMetadata: @Sendable (PictureFile) async -> [UInt8]?

  func replace(_ path: String, _ workflow: AccountWorkflow, _ key: String) async -> AccountForm.Outcome {
    let file: PictureFile
    do throws(PictureFault) { file = try await PictureFile.read(path) } catch { return .pictureRefused(error) }
    guard let bytes = await withoutMetadata(file) else { return .pictureRefused(.unusable) }
    do throws(AccountCallFailure) {
      return try await workflow.profile.replacePicture(bytes, idempotencyKey: key) ? .pictureChanged : .queued
    } catch {
      return .failed(error)
    }
  }

  func remove(_ workflow: AccountWorkflow, _ key: String) async -> AccountForm.Outcome {
    do throws(AccountCallFailure) {
      return try await workflow.profile.replacePicture([], idempotencyKey: key) ? .pictureRemoved : .queued
    } catch {
      return .failed(error)
    }
  }
}

extension AccountPictures {
  /// The width and height of an uploaded picture in pixels: enough for every window, in a file below a megabyte.
  private static let side = 384

  init(_ services: AccountServices) {
    let decoder = PictureDecoder(executable: System.executable())
    self.init { member, side, scale in
      await services.picture(of: member, side: side, scale: scale)
    } withoutMetadata: { file in
      await decoder.withoutMetadata(file.bytes, file.type, side: Self.side)
    }
  }
}

extension MemberPicture {
  var isMissing: Bool {
    if case .unavailable = self { true } else { false }
  }
}
