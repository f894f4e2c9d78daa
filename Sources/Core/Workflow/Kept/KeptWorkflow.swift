// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// The window of kept calculations: history and saved ones, searched, opened, renamed, removed and brought back.
public actor KeptWorkflow {
  private let archive: CalculationArchive
  private var state: KeptState
  private var listeners = Listeners<KeptState>()
  private var following: [Task<Void, Never>] = []

  /// Reads both lists and follows them from then on.
  public static func open(_ archive: CalculationArchive, page: KeptState.Page) async -> KeptWorkflow {
    let workflow = KeptWorkflow(archive, page: page)
    await workflow.reload()
    await workflow.follow()
    return workflow
  }

  private init(_ archive: CalculationArchive, page: KeptState.Page) {
    self.archive = archive
    state = KeptState(page: page)
  }

  deinit {
    for task in following { task.cancel() }
    listeners.finish()
  }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() -> AsyncStream<KeptState> {
    listeners.states(from: state)
  }

  public func send(_ event: KeptEvent) async {
    state.failure = nil
    do throws(StorageError) { try await carryOut(event) } catch { state.failure = error }
    await reload()
  }

  private func carryOut(_ event: KeptEvent) async throws(StorageError) {
    switch event {
    case .pageChosen(let page): state.page = page
    case .searched(let text): state.search = text
    case .historyRemoved(let id): state.removed = .history(try await archive.removeHistory(id))
    case .historyCleared: state.removed = .history(try await archive.removeHistory(nil))
    case .saved(let id, let title):
      guard let entry = try await archive.historyEntry(id) else { return }
      try await archive.save(title: title, entry.record)
    case .renamed(let id, let title): try await archive.rename(id, title: title)
    case .savedRemoved(let id):
      state.removed = try await archive.saved(id).map { .saved($0) }
      try await archive.delete(id)
    case .removalUndone:
      switch state.removed {
      case .history(let removed): try await archive.restore(removed)
      case .saved(let calculation): try await archive.restore(calculation.id)
      case nil: break
      }
      state.removed = nil
    }
  }
}

extension KeptWorkflow {
  /// A search that was overtaken by the next shows nothing: its answer would be another question's.
  private func reload() async {
    let sought = state.search
    do throws(StorageError) {
      let (history, saved) = (try await archive.history(search: sought), try await archive.saved(search: sought))
      guard sought == state.search else { return }
      (state.history, state.saved) = (history, saved)
    } catch {
      state.failure = error
    }
    publish()
    await compare()
  }

  /// Works out then and today of what is in sight and was not compared yet.
  private func compare() async {
    guard state.page == .saved else { return }
    for calculation in state.saved where state.comparisons[calculation.id] == nil {
      // Without today's rates the row shows what it came to then.
      guard let comparison = try? await archive.comparison(calculation.record) else { continue }
      state.comparisons[calculation.id] = comparison
      publish()
    }
  }

  /// Other windows change the lists too.
  private func follow() async {
    let (histories, saved) = (await archive.historyLists(), await archive.savedLists())
    following = [
      Task { [weak self] in for await _ in histories { await self?.reload() } },
      Task { [weak self] in for await _ in saved { await self?.reload() } },
    ]
  }

  private func publish() {
    listeners.tell(state)
  }
}
