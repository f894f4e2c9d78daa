// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
import KursLocalCache
public import KursModel
import KursStorage

/// Changes a member's name and picture. A change waits in the offline queue while the server is unreachable.
public struct ProfileChanges: Sendable {
  let account: AccountWorkflow

  /// Changes the current member's name and shows the new name immediately. Returns false if the change is queued.
  @discardableResult
  public func rename(_ name: String, idempotencyKey: String) async throws(AccountCallFailure) -> Bool {
    guard let member = await account.state.member else { throw .auth(.signedOut) }
    let isSent = try await change(member, by: .rename(name, idempotencyKey: idempotencyKey))
    if !isSent { await account.update(member.id) { $0.name = name } }
    return isSent
  }

  /// Changes the current member's picture. Empty bytes remove the picture. Returns false if the change is queued.
  @discardableResult
  public func replacePicture(_ bytes: [UInt8], idempotencyKey: String) async throws(AccountCallFailure) -> Bool {
    let state = await account.state
    guard let member = state.member else { throw .auth(.signedOut) }
    guard bytes.count <= state.service.limits.picture else {
      throw .refused(status: 413, reason: "too-large", retryAfter: nil)
    }
    return try await change(member, by: .replaceAvatar(bytes, idempotencyKey: idempotencyKey))
  }

  /// Sends each queued request as the member who made it, even if another member is current.
  public var sender: OfflineQueue.MemberSender {
    { [weak account] command, member, _, body, headers async throws(APIError) in
      guard let account else { throw .cancelled }
      let request = AccountRequest(
        command, bytes: body,
        idempotencyKey: headers["Idempotency-Key"].map { String($0.trimmingPrefix("\"").prefix { $0 != "\"" }) })
      do throws(AccountCallFailure) {
        try await ProfileChanges(account: account).send(request, of: MemberID(member))
      } catch {
        throw APIError(error)
      }
    }
  }

  private func change(_ member: Member, by request: AccountRequest) async throws(AccountCallFailure) -> Bool {
    if await isWaiting(request.command, of: member), await enqueue(request, of: member) { return false }  // guards Q01
    do throws(AccountCallFailure) {
      try await send(request, of: member.id)
      return true
    } catch {
      guard APIError(error).isPassing, await enqueue(request, of: member) else { throw error }
      return false
    }
  }

  private func send(_ request: AccountRequest, of member: MemberID) async throws(AccountCallFailure) {
    do throws(SyncFailure) { _ = try await account.limits(of: member) } catch {
      // The server requires a newer Kurs, so the change stays in the queue until Kurs is updated.
      if case .tooOld = error { throw .api(.unreachable(.connection)) }
    }
    await received(try await account.send(request, as: member), to: request.command, of: member)
    // Removes refused changes from the database. The queue can't remove them while it waits for this function.
    let outdated = try? await account.user.removeUndeliverable(request.command.name, of: member.text)
    if outdated ?? 0 > 0 { await account.queue?.wake() }
  }

  private func isWaiting(_ command: Endpoint, of member: Member) async -> Bool {
    await account.queue?.state().waiting.contains {
      $0.content.command == command.name && $0.content.member == member.id.text
    } ?? false
  }

  private func enqueue(_ request: AccountRequest, of member: Member) async -> Bool {
    guard let queue = await account.queue else { return false }
    let id = try? await queue.enqueue(
      request.command, body: request.body, to: member.server, member: member.id.text, key: request.idempotencyKey)
    return id != nil
  }

  private func received(_ answer: AccountClient.Answer, to command: Endpoint, of member: MemberID) async {
    switch command.name {
    case Endpoint.rename.name:
      guard let item = try? MemberResponse(answer.data) else { return }
      await account.update(member) { $0 = Member(item, at: $0.server) }
    case Endpoint.replaceAvatar.name:
      let digest = AvatarResponse(answer.data).digest
      await account.update(member) { $0.avatar = digest }
    default: break
    }
  }
}

public enum MemberPicture: Hashable, Sendable {
  case none
  case shown(DecodedImage)
  case unavailable(PictureFault)
}

public enum PictureFault: Error, Hashable, Sendable {
  case unreachable
  case status(Int)
  case tooLarge
  /// The file is damaged or isn't a picture.
  case unusable
  case foreignKind(String)
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

/// A picture file that the user chose. Its size and type are checked before it is decoded.
public struct PictureFile: Hashable, Sendable {
  public let bytes: [UInt8]
  public let type: String

  // These limits are higher than the limits for downloaded pictures, because large photographs are scaled down.
  private static let limits = ImageLimits(bytes: 30_000_000, side: 20_000, pixels: 120_000_000)

  @concurrent
  public static func read(_ path: String) async throws(PictureFault) -> PictureFile {
    let bytes: [UInt8]
    do throws(WholeFile.ReadFault) { bytes = try WholeFile.bytes(of: path, limit: limits.bytes) } catch {
      switch error {
      case .notReadable: throw .unreadable
      case .tooLarge: throw .tooLarge
      }
    }
    return try PictureFile(bytes)
  }

  init(_ bytes: [UInt8]) throws(PictureFault) {
    if let reason = Self.limits.violation(by: bytes) { throw PictureFault(reason) }
    guard let header = ImageHeader(bytes) else { throw .unusable }
    type = header.kind.rawValue
    self.bytes = header.still(of: bytes)
  }
}
