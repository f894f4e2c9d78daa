// SPDX-License-Identifier: GPL-3.0-or-later
import KursLocalCache
public import KursModel

/// A member's picture, as far as it can be shown.
public enum MemberPicture: Hashable, Sendable {
  case none
  case shown(DecodedImage)
  case unavailable(PictureFault)
}

/// Why a picture cannot be shown, or not be taken.
public enum PictureFault: Error, Hashable, Sendable {
  case unreachable
  /// The server's answer.
  case status(Int)
  /// More bytes or pixels than are taken.
  case tooLarge
  /// No picture of any known kind, or a broken one.
  case unusable
  /// A picture of a kind that is not shown, by its name.
  case foreignKind(String)
  /// A file that cannot be read.
  case unreadable

  init(_ reason: ImageUnavailable.Reason) {
    switch reason {
    case .unreachable: self = .unreachable
    case .status(let status): self = .status(status)
    case .tooLarge, .tooManyPixels: self = .tooLarge
    case .foreignKind(let kind): self = .foreignKind(kind.rawValue)
    case .notAnImage, .truncated, .undecodable: self = .unusable
    }
  }
}

extension AccountServices {
  /// The picture of a member, no more than `side` points a side on a screen of `scale` pixels a point.
  public func picture(of member: Member, side: Int, scale: Int) async -> MemberPicture {
    guard let avatar = member.avatar else { return .none }
    // A new picture has a new digest, and so an address that nothing is stored of.
    let address = "\(member.server)/api/v1/member/avatar/?picture=\(avatar)"
    do throws(ImageUnavailable) {
      return .shown(try await pictures.image(address, member: member.id.text, side: side, scale: scale))
    } catch {
      return .unavailable(PictureFault(error.reason))
    }
  }
}
