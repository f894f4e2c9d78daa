// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

@MainActor
public final class SavedListsWorkflow: Store {
  private let archive: CalculationArchive
  var machine: SavedListsMachine
  public var onChange: (@MainActor (SavedListsState) -> Void)?
  private let work = OrderedWork()
  private let comparisons = OrderedWork()
  private var following: [Task<Void, Never>] = []

  public static func open(_ archive: CalculationArchive, page: SavedListsState.Page) async -> SavedListsWorkflow {
    let workflow = SavedListsWorkflow(archive, page: page)
    workflow.follow(await archive.objects.changes(), await archive.ratesUpdates())
    await workflow.read()
    return workflow
  }

  private init(_ archive: CalculationArchive, page: SavedListsState.Page) {
    self.archive = archive
    machine = SavedListsMachine(page: page)
  }

  deinit { for task in following { task.cancel() } }

  public var state: SavedListsState { machine.state }

  public func send(_ event: SavedListsEvent) {
    apply { $0.send(event) }
  }

  private func follow(_ changes: AsyncStream<UserChange>, _ updates: AsyncStream<RatesUpdate>) {
    following = [
      Task { [weak self] in
        for await change in changes {
          switch change {
          case .history, .objects(.saved): self?.carryOut(.read)
          case .objects(.ownRate): self?.apply { $0.ratesChanged() }
          default: continue
          }
        }
      },
      Task { [weak self] in
        for await update in updates where update.changesRates { self?.apply { $0.ratesChanged() } }
      },
    ]
  }

  func carryOut(_ action: SavedListsMachine.Action) {
    switch action {
    case .change(let event): work.add { await self.change(event) }
    case .read: work.add { await self.read() }
    case .compare: comparisons.add { await self.compare() }
    }
  }

  /// Changes the stored lists. The window receives the removed entry and the new lists at the same time.
  private func change(_ event: SavedListsEvent) async {
    do throws(StorageError) {
      let removed = try await removed(by: event)
      await read { $0.removed(removed) }
    } catch {
      await read { _ = $0.failed(error) }
    }
  }

  private func removed(by event: SavedListsEvent) async throws(StorageError) -> SavedListsState.Removed? {
    let removed = machine.state.removed
    switch event {
    case .historyRemoved(let id): return .history(try await archive.removeHistory(id))
    case .historyCleared: return .history(try await archive.removeHistory(nil))
    case .savedRemoved(let id):
      let calculation = try await archive.saved(id)
      try await archive.delete(id)
      return calculation.map { .saved($0) }
    case .removalUndone:
      switch removed {
      case .history(let removed): try await archive.restore(removed)
      case .saved(let calculation): try await archive.restore(calculation.id)
      case nil: break
      }
      return nil
    case .saved(let id, let title):
      if let entry = try await archive.historyEntry(id) { try await archive.save(title: title, entry.record) }
    case .renamed(let id, let title): try await archive.rename(id, title: title)
    case .pageChosen, .searched: break
    }
    return removed
  }

  private func read(after change: (inout SavedListsMachine) -> Void = { _ in }) async {
    let latestSearch = machine.latestSearch
    do throws(StorageError) {
      let (history, saved) = (
        try await archive.history(search: latestSearch), try await archive.saved(search: latestSearch)
      )
      apply { machine in
        change(&machine)
        return machine.read(history, saved, for: latestSearch)
      }
    } catch {
      apply { $0.failed(error) }
    }
  }

  private func compare() async {
    let number = machine.ratesNumber
    for calculation in machine.uncompared {
      // If today's rates are missing, the row shows the earlier result.
      guard let comparison = try? await archive.comparison(calculation.record) else { continue }
      guard number == machine.ratesNumber else { return }
      apply { $0.compared(calculation, comparison) }
    }
  }
}

extension RatesUpdate {
  fileprivate var changesRates: Bool {
    switch self {
    case .newest, .orderChanged: true
    case .importProgress(let progress): progress.isComplete && progress.changed > 0
    case .failed, .fileRecovered, .damagedSeries: false
    }
  }
}
