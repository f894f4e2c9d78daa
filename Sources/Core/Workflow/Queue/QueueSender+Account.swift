// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel

extension OfflineQueue {
  /// Sends by the account, which renews the sign-in by itself.
  public static func memberSender(of account: AccountWorkflow) -> MemberSender {
    { command, member, _, body, key async throws(APIError) in
      let request = AccountRequest(command, bytes: body, contentType: "application/json", idempotencyKey: key)
      do throws(AccountCallFailure) {
        _ = try await account.send(request, as: MemberID(member))
      } catch {
        throw APIError(error)
      }
    }
  }
}

extension APIError {
  /// What a failed call means for a command that waits.
  fileprivate init(_ failure: AccountCallFailure) {
    switch failure {
    case .api(let error): self = error
    case .auth(.signedOut): self = .status(401)
    case .auth(.unavailable), .auth(.busy): self = .unreachable(.connection)
    case .refused(429, _, let retryAfter): self = .tooManyRequests(retryAfter: retryAfter)
    case .refused(let status, _, _): self = .status(status)
    }
  }
}
