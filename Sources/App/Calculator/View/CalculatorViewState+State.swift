// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

extension CalculatorViewState {
  /// Puts the calculator's facts into words.
  init(_ state: CalculatorState, _ words: Words) {
    amount = inOwnDigits(state.typed)
    isFinished = state.isFinished
    currency = state.source.code
    currencyName = words.name(of: state.source)
    separator = words.numbers.separator
    (note, noteIsError) = Self.note(on: state, words)
    readings = Reading.all(state.alternatives, in: state.typed, words)
    let totalCurrency = state.total?.currency ?? state.source
    if state.lines.count > 1 {
      lines = Self.lines(of: state.lines, total: totalCurrency, isByRule: state.rule != nil, words)
    }
    lists = Lists(state)
    active = state.active
    activeID = state.lines.indices.contains(state.active) ? state.lines[state.active].id.number : 0
    total = state.total.map { Total($0, fee: state.fee, words) }
    chips = Self.chips(of: state, words)
    rows = Self.rows(of: state, words)
    paste = state.pasted.map { Paste($0, total: totalCurrency, words) }
    refusals = state.refusals
    canUndo = state.canUndo
    canRedo = state.canRedo
    roundsCash = state.roundsCash
    hasKeypad = state.hasKeypad
    isCompact = state.isCompact
    day = state.day
    rule = state.rule
    newest = state.rates.newest ?? state.rates.today
    // A day that was wished for, or that a rule selects, is as old as it is; its chip says so.
    let isChosen = state.day != nil || state.rule != nil
    isSetOffline = state.rates.isSetOffline
    let lacksNetwork = state.rates.isOnline == false || isSetOffline
    let isOffline = !isChosen && lacksNetwork && state.rates.newest != nil
    let published = Self.provenance(of: state.rates, isChosen: isChosen, words)
    provenance = isOffline ? tr("{status} · offline", ["status": published]) : published
    // The button that goes online says that one is not.
    let says = isOffline && !isSetOffline
    briefProvenances = Self.briefProvenances(of: state.rates, isChosen: isChosen, words)
      .map { says ? tr("{status} · offline", ["status": $0]) : $0 }
    isProvenanceWarning = isOffline || !isChosen && state.rates.isLate
    notice = Notice(state.rates, words)
    introduction = Self.introduction(to: state.rates)
  }

  /// Nobody is asked while it is set to work offline.
  private static func introduction(to rates: RatesStatus) -> String? {
    guard !rates.untold.isEmpty, !rates.isSetOffline else { return nil }
    let asked = rates.untold.map(publisher(of:)).joined(separator: tr(", "))
    return tr("Kurs sends nothing but requests for new rates. It asks: {providers}.", ["providers": asked])
  }

  /// The text below the amount field: the error, the reading, or the currency's name.
  private static func note(on state: CalculatorState, _ words: Words) -> (text: String, isError: Bool) {
    if state.unsplit == nil, state.lines.indices.contains(state.active),
      case .failed(let error) = state.lines[state.active].outcome, error.reason.saysEnough
    {
      return (sentence(for: error.reason, words), true)
    }
    if let problem = state.problem, problem != .empty { return (sentence(for: problem, words), true) }
    let remarks = state.notes.compactMap { remark(on: $0, in: state.typed, words) }
    return (remarks.first ?? words.name(of: state.source), false)
  }

  /// The publisher and the day of the rates; their age, unless the person chose that day.
  private static func provenance(of rates: RatesStatus, isChosen: Bool, _ words: Words) -> String {
    guard let newest = rates.newest, let age = rates.age else { return tr("No rates yet") }
    // A choice that not every row can have: each says what it has.
    let side = rates.side == .middle ? "" : tr(" · ") + words.name(of: rates.side)
    let place = ["provider": rates.provider.sourceName, "date": words.date(newest) + side]
    if isChosen { return tr("{provider} · {date}", place) }
    if age <= 0 { return tr("{provider} · {date} · today", place) }
    return trn("{provider} · {date} · {n} day old", "{provider} · {date} · {n} days old", age, place)
  }

  /// The same for lines with less and less room.
  private static func briefProvenances(of rates: RatesStatus, isChosen: Bool, _ words: Words) -> [String] {
    guard let newest = rates.newest, let age = rates.age else { return [] }
    let (bank, day, old) = (rates.provider.shortName, words.shortDate(newest), words.age(of: age))
    let facts =
      isChosen
      ? [[bank, words.date(newest)], [bank, day], [words.date(newest)]] : [[bank, day, old], [bank, old], [old]]
    return facts.map { $0.joined(separator: tr(" · ")) }
  }
}

extension CalculatorViewState.Notice {
  init?(_ rates: RatesStatus, _ words: Words) {
    if let aside = rates.setAside {
      sentence = KursApp.sentence(for: aside, words)
      button = aside.copy == nil ? .dismiss : .takeUpCopy
    } else if let hindrance = rates.hindrance {
      sentence = KursApp.sentence(forHindrance: hindrance)
      button = .dismiss
    } else if let failure = rates.failure {
      sentence = KursApp.sentence(for: failure, words)
      brief = tr("refresh failed")
    } else if rates.isClockBehind, let newest = rates.newest {
      sentence = tr(
        "The clock of this computer looks wrong: it says {date}, and there are rates of {newest}.",
        ["date": words.date(rates.today), "newest": words.date(newest)])
      brief = tr("this computer's clock is wrong")
    } else if let awaited = rates.awaited {
      sentence = tr(
        "There are no rates of {provider} yet. Showing those of {other}.",
        ["provider": awaited.sourceName, "other": rates.provider.sourceName])
      brief = tr("{provider} has none yet", ["provider": awaited.shortName])
    } else {
      return nil
    }
  }
}
