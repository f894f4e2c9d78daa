// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension AccountWorkflow {
  /// Fetches a member's team rates as that member; a token that ran out is renewed like for any other call.
  nonisolated func teamSource(of member: MemberID) -> TeamSource {
    { [weak self] command throws(APIError) in
      guard let self else { throw .cancelled }
      do throws(AccountCallFailure) {
        let answer = try await send(AccountRequest(command), as: member)
        return SourceDocument(bytes: answer.body, json: answer.data)
      } catch {
        throw APIError(error)
      }
    }
  }
}

extension APIError {
  fileprivate init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.signedOut): self = .status(401)
    case .auth(.unavailable), .auth(.busy): self = .unreachable(.connection)
    case .refused(429, _, let wait): self = .tooManyRequests(retryAfter: wait)
    case .refused(let status, _, _): self = .status(status)
    case .api(let error): self = error
    }
  }
}
