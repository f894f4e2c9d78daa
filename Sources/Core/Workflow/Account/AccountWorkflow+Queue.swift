// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel

extension AccountWorkflow {
  /// Sends what waited in the offline queue as the member who gave it, whoever's data shows now.
  public nonisolated var memberSender: OfflineQueue.MemberSender {
    { [weak self] command, member, _, body, headers async throws(APIError) in
      guard let self else { throw .cancelled }
      let request = AccountRequest(
        command, bytes: body, contentType: "application/json",
        idempotencyKey: headers["Idempotency-Key"].map { String($0.trimmingPrefix("\"").prefix { $0 != "\"" }) })
      do throws(AccountCallFailure) {
        _ = try await self.send(request, as: MemberID(member))
      } catch {
        throw error.forQueue
      }
    }
  }
}

extension AccountCallFailure {
  /// As the queue judges it: a fault on the way waits, a refusal of the command itself sets it aside.
  fileprivate var forQueue: APIError {
    switch self {
    case .api(let error): error
    case .auth(.unavailable), .auth(.busy): .unreachable(.connection)
    case .auth(.signedOut): .status(401)
    case .refused(429, _, let seconds): .tooManyRequests(retryAfter: seconds)
    case .refused(503, _, let seconds?): .unavailable(retryAfter: seconds)
    case .refused(let status, _, _): .status(status)
    }
  }
}
