// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// The locale of a category: `LC_NUMERIC`, `LC_MESSAGES`.
  static func locale(_ category: String) -> LocaleName {
    LocaleName(environment: ProcessInfo.processInfo.environment, category: category)
  }

  /// The language of the sentences; words in an amount are read in it as well.
  static var language: String { LocaleName(ofWordsIn: ProcessInfo.processInfo.environment).language }

  /// Reads what `calc` and `convert` are given, as the window does: numbers, symbols and names of currencies.
  func reader(_ numbers: NumberForm = .locale) -> CalculationReader {
    reader(numbers.symbols, names: core.catalogue.systemNames)
  }

  /// The same in another form of numbers. `names`: of currencies, which take a while to find.
  func reader(_ symbols: NumberSymbols, names: [String: Currency]) -> CalculationReader {
    CalculationReader(
      symbols: symbols,
      preferences: SymbolPreferences(
        region: Self.locale("LC_NUMERIC").region, chosen: core.reading.settings.symbols),
      names: names, catalogue: core.catalogue,
      words: ReaderWords(language: Self.language)
    ).on(Self.today)
  }

  /// The number of an argument, and what should be said of how it was read.
  static func number(_ text: String, _ numbers: NumberForm) throws -> (value: Rational, notes: [String]) {
    // Most numbers need neither the currencies nor their names.
    let reader = CalculationReader(
      symbols: numbers.symbols, catalogue: CurrencyCatalogue(records: [], legalRates: []),
      words: ReaderWords(language: language))
    do {
      let (value, notes) = try reader.number(text)
      return (value, notes.compactMap(\.sentence))
    } catch {
      throw Failure(amount: error, text)
    }
  }

  /// One currency by its code, symbol or name; throws for a subunit, whose rates are others.
  func currency(_ text: String) throws -> Currency {
    let (currency, share, _) = try unit(text)
    guard share == .one else { throw CommandFailure.subunit(text, of: currency) }
    return currency
  }

  /// The currency or subunit of an amount, how much of its currency one is, and what should be said of the reading.
  func unit(_ text: String) throws -> (currency: Currency, share: Rational, notes: [String]) {
    if let code = code(text) { return (code, .one, []) }
    do throws(CalculationError) {
      let (currency, share, notes) = try reader().unit(text)
      return (currency, share, notes.compactMap(\.sentence))
    } catch {
      throw Failure(currency: error, text)
    }
  }

  /// A currency by its code, in capitals or not, which needs no names of the system; nil for anything else.
  private func code(_ text: some StringProtocol) -> Currency? {
    let code = String(text.filter { $0 != " " })
    guard code.uppercased() == code || code.lowercased() == code else { return nil }
    return Currency(code).flatMap { core.catalogue[$0] == nil ? nil : $0 }
  }

  /// The currencies of a list such as `USD, GBP` or `€`, and what should be said of shared symbols.
  func currencies(_ text: String) throws -> (list: [Currency], notes: [String]) {
    let fields = text.split(separator: ",").map { code($0) }
    if !fields.isEmpty, !fields.contains(nil) {
      var list: [Currency] = []
      for case let currency? in fields where !list.contains(currency) { list.append(currency) }
      return (list, [])
    }
    do throws(CalculationError) {
      let (list, notes) = try reader().currencies(text)
      return (list, notes.compactMap(\.sentence))
    } catch {
      throw Failure(currency: error, text)
    }
  }

  /// The day of an option, in every form that an amount takes one in.
  static func day(_ text: String?) throws -> Day? {
    guard let text else { return nil }
    guard let day = day(typed: text) else { throw CommandFailure.unreadableDay(text) }
    return day
  }

  /// The day of a conversion; nil without one and for today, which both mean the newest rates.
  static func conversionDay(_ text: String?) throws -> Day? {
    guard let text, !isToday(text) else { return nil }
    return try day(text)
  }

  /// Whether a text says today, which for a conversion is the same as no day.
  static func isToday(_ text: String) -> Bool { ReaderWords(language: language).isToday(text.trimmed()) }

  /// The days of an option that takes a period.
  static func period(_ text: String) throws -> ClosedRange<Day> {
    let days = ClosedRange(period: text, day: { day(typed: $0) })
    guard let days else { throw CommandFailure.unreadableDay(text) }
    return days
  }

  /// Nil for what is no day.
  static func day(typed text: some StringProtocol) -> Day? {
    ReaderWords(language: language).day(text, today: today)
  }

  /// An amount rounded to what coins can pay; nil unless the setting asks for it.
  func cash(_ money: Money) -> CashRounding? {
    core.reading.settings.roundsToCash ? core.catalogue.cash(money) : nil
  }
}
