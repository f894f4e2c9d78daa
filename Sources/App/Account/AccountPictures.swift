// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDesktop
import KursModel
import KursWorkflow

/// The two things the account window does with pictures: it fetches one, and prepares one for upload.
struct AccountPictures: Sendable {
  /// Points and pixels as the window shows them.
  var load: @Sendable (_ member: Member, _ side: Int, _ scale: Int) async -> MemberPicture
  /// The file as a small PNG that says nothing of where it came from; nil where it cannot be decoded.
  var bare: @Sendable (PictureFile) async -> [UInt8]?

  /// Makes the picture in a file the member's; what came of it.
  func take(_ path: String, _ workflow: AccountWorkflow, _ key: String) async -> AccountForm.Outcome {
    let file: PictureFile
    do throws(PictureFault) { file = try await PictureFile.read(path) } catch { return .pictureRefused(error) }
    guard let bytes = await bare(file) else { return .pictureRefused(.unusable) }
    do throws(AccountCallFailure) {
      return try await workflow.replacePicture(bytes, idempotencyKey: key) ? .pictureChanged : .waits
    } catch {
      return .failed(error)
    }
  }

  /// Takes the member's picture away; what came of it.
  func remove(_ workflow: AccountWorkflow, _ key: String) async -> AccountForm.Outcome {
    do throws(AccountCallFailure) {
      return try await workflow.replacePicture([], idempotencyKey: key) ? .pictureRemoved : .waits
    } catch {
      return .failed(error)
    }
  }
}

extension AccountPictures {
  /// Sides of the picture that is sent: enough for any window of any machine, and below a megabyte.
  private static let side = 384

  init(_ services: AccountServices) {
    let decoder = PictureDecoder(executable: System.executable())
    self.init { member, side, scale in
      await services.picture(of: member, side: side, scale: scale)
    } bare: { file in
      await decoder.bare(file.bytes, file.type, side: Self.side)
    }
  }
}

extension MemberPicture {
  /// True if there is a picture that could not be fetched.
  var isMissing: Bool {
    if case .unavailable = self { true } else { false }
  }
}
