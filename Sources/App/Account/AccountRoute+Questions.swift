// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

// A refusal shows where the question was asked: in the open dialog, or beside the name.
extension AccountRoute {
  /// Sends the answer to the open question, which says what is wrong and closes when it is done.
  func answer(
    _ done: AccountForm.Outcome?, then next: @escaping @MainActor @Sendable () -> Void = {},
    _ work: @escaping @Sendable (AccountWorkflow) async throws(AccountCallFailure) -> Void
  ) {
    guard form.questionAnswered() else { return }
    go { [weak self] workflow in
      do throws(AccountCallFailure) {
        try await work(workflow)
        await self?.questionEnded(nil, done)
        await next()
      } catch {
        await self?.questionEnded(error, done)
      }
    }
  }

  private func questionEnded(_ failure: AccountCallFailure?, _ done: AccountForm.Outcome?) {
    form.questionEnded(failure, done)
    render()
    if failure != nil || done?.changesWays == true { loadWays() }
  }

  func rename(_ name: String) {
    form.nameFailure = nil
    guard !form.isAsking else { return }
    form.outcome = .asking
    go { [weak self, key = newKey()] workflow in
      do throws(AccountCallFailure) {
        let isSent = try await workflow.rename(name, idempotencyKey: key)
        await self?.ended(isSent ? .renamed : .waits)
      } catch {
        await self?.renamingFailed(error)
      }
    }
  }

  private func renamingFailed(_ failure: AccountCallFailure) {
    form.nameFailure = failure
    ended(nil)
  }
}
