// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  mutating func send(_ event: CalculatorEvent) -> [Action] {
    switch event {
    case .amountTyped(let text): amountTyped(text)
    case .equalsPressed: equalsPressed()
    case .cursorMoved: cursorMoved()
    case .sourceChosen(let currency): lineCurrencyChosen(at: shown.active, currency)
    case .lineAdded(let index, let sign): lineAdded(after: index, sign)
    case .lineChosen(let index): lineChosen(index)
    case .lineSignChosen(let index, let sign): changeLine(at: index) { $0.sign = sign }
    case .lineCurrencyChosen(let index, let currency): lineCurrencyChosen(at: index, currency)
    case .lineDayChosen(let index, let day): changeLine(at: index) { $0.day = day }
    case .lineNoteTyped(let index, let note): changeLine(at: index, typedIn: "note") { $0.note = note }
    case .lineRemoved(let index, let removal): lineRemoved(at: index, as: removal)
    case .lineMoved(let index, let target): lineMoved(from: index, to: target)
    case .totalCurrencyChosen(let currency): totalCurrencyChosen(currency)
    case .cleared(let removal): cleared(as: removal)
    case .removalUndone(let removal): removalUndone(removal)
    case .opened(let calculation, let result, let targets): opened(calculation, result, targets)
    case .pasted(let text): pasted(text)
    case .pastedWithin(let text, let position): pastedWithin(text, at: position)
    case .readingChosen(let alternative): readingChosen(alternative)
    case .pasteAccepted: pasteAccepted()
    case .pasteDropped: pasteDropped()
    case .asked(let text): asked(text)
    case .resultAdded(let currency): resultAdded(currency)
    case .resultRemoved(let index): resultRemoved(at: index)
    case .resultChosen(let index, let currency): resultChosen(at: index, currency)
    case .resultMoved(let index, let target): resultMoved(from: index, to: target)
    case .resultsReplaced(let list): resultsReplaced(list)
    case .resultEdited(let index, let text): resultEdited(at: index, text)
    case .swapped(let index): swapped(at: index)
    case .dayChosen(let day): choose { $0.day = day }
    case .ruleChosen(let rule): choose { $0.rule = rule }
    case .feeChosen(let fee): choose { $0.fee = fee }
    case .cashRoundingSwitched(let isOn): choose { $0.roundsCash = isOn }
    case .ownRateSet(let rate, let old): ownRateSet(rate, replacing: old)
    case .ownRateRemoved(let from, let to): ownRateRemoved(from: from, to: to)
    case .ownRatesReplaced(let rates): ownRatesReplaced(rates)
    case .symbolsChosen(let preferences): symbolsChosen(preferences)
    case .undo: undo()
    case .redo: redo()
    case .trendsWanted: trendsWanted()
    case .windowResized(let size): windowResized(size)
    case .keypadSwitched(let isOn): keypadSwitched(isOn)
    case .compactSwitched(let isOn): compactSwitched(isOn)
    case .networkChanged(let isOnline): networkChanged(isOnline: isOnline)
    case .offlineSwitched(let isSet): offlineSwitched(isSet)
    case .noticeDismissed: noticeDismissed()
    case .introductionRead: introductionRead()
    case .doubtAccepted(let id): decided(id, accepted: true)
    case .doubtDropped(let id): decided(id, accepted: false)
    }
  }

  private mutating func windowResized(_ size: WindowSize) -> [Action] {
    let side = state.isCompact ? \CalculatorState.compactWindow : \.window
    guard size != state[keyPath: side] else { return [] }
    state[keyPath: side] = size
    return [.saveSession]
  }

  private mutating func compactSwitched(_ isOn: Bool) -> [Action] {
    guard isOn != state.isCompact else { return [] }
    state.isCompact = isOn
    return [.saveSession]
  }

  private mutating func keypadSwitched(_ isOn: Bool) -> [Action] {
    guard isOn != state.hasKeypad else { return [] }
    state.hasKeypad = isOn
    return [.saveSession]
  }

  private mutating func networkChanged(isOnline: Bool) -> [Action] {
    state.rates.isOnline = isOnline
    return []
  }

  private mutating func offlineSwitched(_ isSet: Bool) -> [Action] {
    state.rates.isSetOffline = isSet
    return []
  }

  /// The mark goes at once.
  private mutating func decided(_ id: Int64, accepted: Bool) -> [Action] {
    state.doubts.removeAll { $0.id == id }
    return [.decide(id, accepted: accepted), .loadDoubts]
  }

  private mutating func introductionRead() -> [Action] {
    state.rates.untold = []
    return [.saveSession]
  }

  /// A file that was set aside is reported first.
  private mutating func noticeDismissed() -> [Action] {
    if state.rates.setAside == nil { state.rates.hindrance = nil }
    state.rates.setAside = nil
    return []
  }
}
