// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

extension CalculatorWorkflow {
  /// Puts a calculation of the history in the place of the list without a name, with its fee and its rounding to cash.
  public func open(_ record: CalculationRecord) async {
    let calculation = await archive.open(record)
    take { $0.opened(calculation, record.result, record.targets, hasNoTargets: record.hasNoTargets) }
    if state.fee != record.fee { send(.feeChosen(record.fee)) }
    if state.roundsCash != record.isRoundedToCash { send(.cashRoundingSwitched(record.isRoundedToCash)) }
    track(.calculationReopened)
  }

  /// Shows what other windows and machines change of the person's own rates and results.
  nonisolated func followObjects() async {
    let changes = await objects.changes()
    Task { @MainActor [weak self] in
      self?.saves.add { await self?.readLists() }
      for await change in changes {
        switch change {
        case .objects(.ownRate), .objects(.result): self?.objectsChanged()
        case .objects(.saved): self?.saves.add { await self?.readLists() }
        default: continue
        }
      }
    }
  }

  func objectsChanged() {
    saves.add { await self.readObjects() }
  }

  /// The order of `saves` keeps an edit from being overtaken by what was read before it.
  func keep(_ edit: PersonEdit) {
    unkept.append(edit)
    saves.add { await self.keepEdits() }
  }

  /// A failed write is tried again with the next change.
  private func keepEdits() async {
    while let edit = unkept.first, (try? await objects.apply(edit)) != nil { unkept.removeFirst() }
  }

  private func readObjects() async {
    await keepEdits()
    guard let rates = try? await objects.ownRates() else { return }
    let results = try? await objects.chosenResults()
    // Edits made meanwhile are missing in it; writing them is a change, after which all is read again.
    guard unkept.isEmpty else { return }
    take { machine in
      machine.ownRatesReplaced(rates) + (results.map { machine.resultsReplaced($0) } ?? [])
    }
  }
}
