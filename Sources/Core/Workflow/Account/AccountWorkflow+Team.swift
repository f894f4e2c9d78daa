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
