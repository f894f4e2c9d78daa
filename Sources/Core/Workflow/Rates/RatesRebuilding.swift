// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursLocalCache
import KursModel
public import KursStorage

extension RatesWorkflow {
  /// Says that a file was found damaged while it was in use, and builds the rates anew where it was theirs.
  public func rebuild(after aside: SetAside) async {
    announce(.setAside(aside))
    guard aside == database.setAside else { return }
    do { try await takeUpHistory() } catch { announce(.failed(error)) }
    await takeUpAnswers()  // guards S03
  }

  /// Takes up the stored answers whose rates are not all in, after the shipped history: what came later counts more.
  ///
  /// An answer that cannot be read is left to the next refresh, and not tried again. A second caller waits for the same
  /// taking up.
  public func takeUpAnswers() async {
    let running = answersIntake ?? Task { await takeUpWaiting() }
    answersIntake = running
    await running.value
    answersIntake = nil
  }

  private func takeUpWaiting() async {
    let waiting: [DocumentID]
    do { waiting = try await database.waitingDocuments() } catch { return }
    guard !waiting.isEmpty else { return }
    // Why the shipped history cannot be had is said by whoever needs it.
    do { try await takeUpHistory() } catch {}
    for id in waiting {
      do {
        try await takeUpAgain(id)
      } catch RatesFailure.document {
        do { try await database.noteRefused(id) } catch {}
      } catch {}
    }
  }

  private func takeUpAgain(_ id: DocumentID) async throws {
    guard let document = try await database.answer(id), let items = items[document.provider],
      let body = document.body, DocumentCache.fingerprint(body) == document.dataHash
    else { return }
    try await takeUp(document) { () throws(ItemError) in
      try items.read(SourceDocument(bytes: body, day: document.askedDay))
    }
  }
}
