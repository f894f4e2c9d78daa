// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel
import KursStorage

// A changed name or picture is not lost while the server is away: it waits in the offline queue.
extension AccountWorkflow {
  /// Sends what waited in the offline queue as the member who gave it, whoever's data shows now.
  public nonisolated var memberSender: OfflineQueue.MemberSender {
    { [weak self] command, member, _, body, headers async throws(APIError) in
      guard let self else { throw .cancelled }
      let request = AccountRequest(
        command, bytes: body,
        idempotencyKey: headers["Idempotency-Key"].map { String($0.trimmingPrefix("\"").prefix { $0 != "\"" }) })
      do throws(AccountCallFailure) {
        try await self.sendChange(request, of: MemberID(member))
      } catch {
        throw APIError(error)
      }
    }
  }

  /// The queue in which changes wait while the server is away; set before the start.
  public func wait(in queue: OfflineQueue) { self.queue = queue }

  /// Sends a change of a member; false where it waits in the queue, behind an earlier one or because the server is away.
  func change(_ member: Member, by request: AccountRequest) async throws(AccountCallFailure) -> Bool {
    if await isWaiting(request.command, of: member), await enqueue(request, of: member) { return false }  // guards Q01
    do throws(AccountCallFailure) {
      try await sendChange(request, of: member.id)
      return true
    } catch {
      guard APIError(error).isPassing, await enqueue(request, of: member) else { throw error }
      return false
    }
  }

  private func sendChange(_ request: AccountRequest, of member: MemberID) async throws(AccountCallFailure) {
    do throws(SyncFailure) { _ = try await limits(of: member) } catch {
      // As for a server that is away: the change waits, and an updated Kurs sends it at its first start.
      if case .tooOld = error { throw .api(.unreachable(.connection)) }
    }
    await take(try await send(request, as: member), to: request.command, of: member)
  }

  private func isWaiting(_ command: Command, of member: Member) async -> Bool {
    await queue?.state().waiting.contains { $0.content.command == command.name && $0.content.member == member.id.text }
      ?? false
  }

  private func enqueue(_ request: AccountRequest, of member: Member) async -> Bool {
    guard let queue else { return false }
    let id = try? await queue.enqueue(
      request.command, body: request.body, to: member.server, member: member.id.text, key: request.idempotencyKey)
    return id != nil
  }

  /// Adopts the member in the server's answer to a change.
  private func take(_ answer: AccountClient.Answer, to command: Command, of member: MemberID) async {
    guard let session = sessions.values.first(where: { $0.member?.id == member }), var fresh = session.member else {
      return
    }
    switch command {
    case _ where command.name == Command.rename.name:
      guard let item = try? MemberItem(answer.data) else { return }
      fresh = Member(item, at: fresh.server)
    case _ where command.name == Command.replaceAvatar.name: fresh.avatar = AvatarItem(answer.data).digest
    default: return
    }
    // The answer is about the member who was asked about, or it is ignored.
    guard fresh.id == member, fresh != session.member else { return }
    await adopt(fresh, session.id)
  }
}
