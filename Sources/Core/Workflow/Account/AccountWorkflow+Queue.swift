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
        throw APIError(error)
      }
    }
  }
}
