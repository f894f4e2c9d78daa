// SPDX-License-Identifier: GPL-3.0-or-later

import KursChart
import KursCore
import KursDesktop
import KursGtk
public import KursModel
import KursWorkflow

public struct NumberStrings: Sendable {
  /// Returns a number that is rounded to the given decimals and has group separators.
  public var text: @Sendable (Rational, Int) -> String
  public var separator: String
  /// Reads a number or a sum that the user typed. Returns nil for other text.
  public var read: @Sendable (String) -> Rational?
  public var format: NumberFormat

  public init(
    separator: String, read: @escaping @Sendable (String) -> Rational? = { Rational(text: $0) },
    format: NumberFormat = NumberFormat(NumberSymbols(posix: "C")),
    text: @escaping @Sendable (Rational, Int) -> String
  ) {
    self.text = text
    self.separator = separator
    self.read = read
    self.format = format
  }
}

struct Words: Sendable {
  let numbers: NumberStrings
  let catalogue: CurrencyCatalogue
  var currencyName: @Sendable (String) -> String = { Gettext.translate(system: "iso_4217", $0) }
  var monthName: @Sendable (Int) -> String = { MonthNames.name($0) }

  var areRightToLeft = false

  var look = CurrencyLook()

  /// Returns the chosen sign or flag of a currency, or its sign if it has no flag. Empty if the user chose neither.
  func mark(of currency: Currency) -> String {
    guard let record = catalogue[currency] else { return "" }
    return switch look.mark {
    case .none: ""
    case .sign: record.sign
    case .flag: record.flag ?? record.sign
    }
  }

  func name(of currency: Currency) -> String {
    catalogue[currency].map { currencyName($0.name) } ?? currency.code
  }

  func codeAndName(of currency: Currency) -> String { currency.code + tr(", ") + name(of: currency) }

  func date(_ day: Day) -> String { day.written(monthName: monthName) }

  func shortDate(_ day: Day) -> String {
    // Translators: a short date, as in "12 Mar".
    tr("{day} {month}", ["day": inOwnDigits("\(day.civil.day)"), "month": MonthNames.shortName(day.civil.month)])
  }

  func date(_ moment: Timestamp) -> String { date(LiveClock.moment(moment.milliseconds).localDay) }

  /// Returns `1 EUR = 1.1172 USD`, or `157.25 JPY = 1 USD` for a tiny rate. A custom rate is shown with all its digits.
  func line(of rate: ConversionPath) -> String {
    let isTiny = !rate.isOwn && rate.value < Rational(units: 1, places: 1)
    guard isTiny, let inverse = Rational.one.divided(by: rate.value) else {
      return line(from: rate.from, to: rate.to, rate.value, places: rate.isOwn ? rate.value.terminatingPlaces : nil)
    }
    // Translators: a rate below 0.1, which is shown in the other direction, as in "157.25 JPY = 1 USD".
    return tr(
      "{rate} {from} = 1 {to}",
      ["from": rate.from.code, "rate": numbers.text(inverse, inverse.ratePlaces), "to": rate.to.code])
  }

  /// Writes a rate with the given number of decimals, or with five significant digits.
  func line(from: Currency, to: Currency, _ value: Rational, places: Int? = nil) -> String {
    let places = places ?? value.ratePlaces
    // Translators: a rate, as in "1 EUR = 1.1172 USD".
    return tr(
      "1 {from} = {rate} {to}",
      ["from": from.code, "rate": numbers.text(value, places), "to": to.code])
  }
}

extension AmountReader {
  /// Reads amounts in the user's number form and language. `language` (a locale) decides if a billion is 10⁹ or 10¹².
  static func reading(_ symbols: NumberSymbols, region: String?, language: String) -> AmountReader {
    AmountReader(
      symbols: symbols, preferences: SymbolPreferences(region: region),
      words: ReaderWords(language: LocaleName(posix: language).language)
    ) { catalogue in
      catalogue.names { Gettext.translate(system: "iso_4217", $0) }
    }
  }
}

extension Day {
  /// Reads a day that the user typed into a field. Accepts each form of a date that is also allowed beside an amount.
  init?(typed text: String) {
    let words = ReaderWords(language: Gettext.language(domain: Paths.domain) ?? "en")
    guard let day = words.day(text, today: LiveClock.now().localDay) else { return nil }
    self = day
  }
}

/// Detects whether flags can be shown. A flag is a character, and only some fonts can draw it.
@MainActor
enum Flags {
  static let areDrawable = Label(text: "\u{1F1EA}\u{1F1FA}").isDrawable

  /// Returns `look`. If flags can't be drawn, returns `look` with signs instead of flags.
  static func drawable(_ look: CurrencyLook) -> CurrencyLook {
    var look = look
    if look.mark == .flag, !areDrawable { look.mark = .sign }
    return look
  }
}

extension Words {
  func rate(_ value: Rational, of line: ChartLine) -> String { numbers.text(value, line.shownPlaces) }

  /// Returns a fraction as a percentage with its sign, for example `+1.25%`.
  func change(_ fraction: Rational) -> String {
    let text = percent(fraction * Rational(100), 2).replacing("-", with: "−")
    // The direction mark keeps the sign before its number in right-to-left text.
    let mark = String(Character(numbers.format.symbols.mark ?? "\u{200E}"))
    return mark + (fraction.signum > 0 ? "+" + text : text)
  }

  func percent(_ hundredths: Rational, _ places: Int) -> String {
    // Translators: a percentage, as in "12.5%".
    tr("{number}%", ["number": numbers.text(hundredths, places)])
  }

  /// Returns the text beside the cross-hair, for example `28 September 2022 · 1 EUR = 0.9565 USD · −5.02%`.
  func reading(_ reading: ChartReading, of state: ChartState) -> String {
    let values = reading.values.compactMap { value -> String? in
      guard let shown = state.lines.first(where: { $0.currency == value.currency }) else { return nil }
      let line = tr(
        "1 {from} = {rate} {to}",
        ["from": state.subject.base.code, "rate": rate(value.rate, of: shown), "to": value.currency.code])
      let change = value.change.map { " (\(self.change($0)))" } ?? ""
      return switch value.basis {
      case .observed: line + change
      case .carried: line + change + " " + tr("of {date}", ["date": date(value.day)])
      case .law: line + " " + tr("by law")
      }
    }
    return ([date(reading.day)] + values).joined(separator: tr(" · "))
  }

  func summary(of state: ChartState) -> String {
    guard !state.lines.isEmpty else { return "" }
    let days = tr("{first} to {last}", ["first": date(state.window.first), "last": date(state.window.last)])
    let period: String? =
      switch (state.options.period, state.options.reduction) {
      case (.daily, _): nil
      case (.weekly, .last): tr("last rate of each week")
      case (.weekly, .mean): tr("average of each week")
      case (.monthly, .last): tr("last rate of each month")
      case (.monthly, .mean): tr("average of each month")
      }
    return [days, period, state.provider.publisherName].compactMap { $0 }.joined(separator: tr(" · "))
  }

  func description(of state: ChartState) -> String {
    zip(state.lines, state.statistics).compactMap { line, figures in
      guard let figures else { return nil }
      return tr(
        "{from} in {to} from {first} to {last}: from {start} to {end}, {change}. Lowest {low} on {lowDay}, highest {high} on {highDay}.",
        [
          "from": state.subject.base.code, "to": line.currency.code, "first": date(figures.first.day),
          "last": date(figures.last.day), "start": rate(figures.first.rate, of: line),
          "end": rate(figures.last.rate, of: line),
          "change": figures.change.map { change($0) } ?? "", "low": rate(figures.minimum.rate, of: line),
          "lowDay": date(figures.minimum.day), "high": rate(figures.maximum.rate, of: line),
          "highDay": date(figures.maximum.day),
        ])
    }.joined(separator: " ")
  }

  func headline(_ figures: ChartStatistics, of line: ChartLine, in state: ChartState) -> String {
    tr(
      "1 {from} = {rate} {to}",
      ["from": state.subject.base.code, "rate": rate(figures.last.rate, of: line), "to": line.currency.code])
  }

  func movement(_ figures: ChartStatistics) -> String {
    guard let change = figures.change else { return "" }
    let parts = ["percent": percent(change.magnitude * Rational(100), 2), "date": date(figures.first.day)]
    if change.signum > 0 { return tr("Up {percent} since {date}", parts) }
    if change.signum < 0 { return tr("Down {percent} since {date}", parts) }
    return tr("Unchanged since {date}", ["date": date(figures.first.day)])
  }

  func difference(_ days: DaySpan, of state: ChartState) -> String {
    let span = tr("{first} to {last}", ["first": date(days.first), "last": date(days.last)])
    let count = trn("{n} day", "{n} days", days.length)
    let lines = zip(state.lines, state.differences).compactMap { line, figures -> String? in
      guard let figures, let change = figures.change else { return nil }
      if state.subject.isComparison { return "\(line.currency.code) \(self.change(change))" }
      // Translators: the rates of the first and the last day, and the change between them.
      return tr(
        "from {start} to {end}, {change}",
        [
          "start": rate(figures.first.rate, of: line), "end": rate(figures.last.rate, of: line),
          "change": self.change(change),
        ])
    }
    return ([span, count] + lines).joined(separator: tr(" · "))
  }

  func name(of days: ClosedRange<Day>, _ period: AveragePeriod?) -> String {
    let (year, month, _) = days.lowerBound.civil
    switch period {
    case nil: return date(days.lowerBound)
    case .month:
      // Translators: a month, as in "October 2026".
      return tr("{month} {year}", ["month": monthName(month), "year": inOwnDigits(String(year))])
    case .quarter:
      // Translators: a quarter of a year, as in "Q3 2026".
      return tr(
        "Q{quarter} {year}", ["quarter": inOwnDigits("\((month - 1) / 3 + 1)"), "year": inOwnDigits("\(year)")])
    case .year: return inOwnDigits(String(year))
    }
  }
}

extension Words {
  var chart: ChartText {
    ChartText(
      number: { numbers.text($0, $1) }, percent: { percent($0, $1) },
      label: { label in
        switch label {
        case .year(let year): inOwnDigits(String(year))
        case .month(_, let month): MonthNames.shortName(month)
        case .day(let day): shortDate(day)
        }
      },
      date: { date($0) }, change: { change($0) }, mean: tr("Average"), byLaw: tr("fixed by law"),
      pegged: { peg in
        tr(
          "{code} is pegged: 1 {from} = {rate} {code}",
          ["code": peg.retired.code, "from": peg.successor.code, "rate": exactText(peg.factor)])
      },
      gap: { tr("No rates from {first} to {last}", ["first": date($0.first), "last": date($0.last)]) },
      shortGap: tr("No rates"),
      redenominated: { law in
        tr(
          "1 {new} = {n} {old} from {date}",
          [
            "new": law.successor.code, "n": numbers.text(law.factor, 0), "old": law.retired.code,
            "date": date(law.from),
          ])
      },
      ended: { end in
        switch end {
        case .suspended(let last): tr("No rates after {date}", ["date": date(last)])
        case .discontinued(let last): tr("Discontinued on {date}", ["date": date(last)])
        }
      },
      average: { trn("Average of {n} point", "Average of {n} points", $0) }, nothing: tr("No rates in this range"))
  }

  @MainActor
  func caption(of state: ChartState) -> ChartCaption {
    let figures = zip(state.lines, state.statistics).compactMap { line, figures in figures.map { (line, $0) } }
    let rates = figures.map { line, figures in
      headline(figures, of: line, in: state) + tr(" · ") + movement(figures)
    }
    let notes = figures.map { line, figures in
      tr(
        "{code}: lowest {low} on {lowDay}, highest {high} on {highDay}, average {mean}",
        [
          "code": line.currency.code, "low": rate(figures.minimum.rate, of: line),
          "lowDay": date(figures.minimum.day), "high": rate(figures.maximum.rate, of: line),
          "highDay": date(figures.maximum.day), "mean": rate(figures.mean, of: line),
        ])
    }
    return ChartCaption(
      title: state.subject.description, rates: rates, days: summary(of: state), figures: notes, separator: tr(" · "),
      source: state.provider.sourceName, isRightToLeft: Appearance.isRightToLeft)
  }
}

extension Words {
  /// Returns the publisher's name in the user's language. Providers of the same publisher get different names.
  func title(of provider: ProviderState) -> String {
    if provider.id.isTeam, let server = provider.ownAddress.split(separator: "/").last {
      return tr("Team rates of {server}", ["server": String(server)])
    }
    return switch provider.id.name {
    case "frankfurter": tr("Frankfurter, European Central Bank")
    case "frankfurter-v2": tr("Frankfurter, many central banks")
    case "open-er-api": tr("ExchangeRate-API, without a key")
    case "exchangerate-api": tr("ExchangeRate-API, with your key")
    default: bankName(of: provider.id) ?? provider.title
    }
  }
}

extension Words {
  func name(of interval: RefreshInterval) -> String {
    switch interval {
    case .timetable: tr("When Published")
    case .sixHours: tr("Every 6 Hours")
    case .daily: tr("Daily")
    case .weekly: tr("Weekly")
    case .never: tr("Manually")
    }
  }

  func name(of mark: CurrencyLook.Mark) -> String {
    switch mark {
    case .none: tr("Code Only")
    case .sign: tr("Currency Sign")
    case .flag: tr("Flag")
    }
  }

  func name(of naming: CurrencyLook.Naming) -> String {
    switch naming {
    case .both: tr("Code and Name")
    case .code: tr("Code")
    case .name: tr("Name")
    }
  }

  func name(of cache: CacheKind) -> String {
    switch cache {
    case .network: tr("Cached Responses")
    case .documents: tr("Cached Documents")
    case .images: tr("Cached Images")
    }
  }

  /// Returns the name of a provider's position in the order. `rank`: the position, counted from 0.
  func place(_ rank: Int) -> String {
    rank == 0 ? tr("First") : tr("Position {n}", ["n": inOwnDigits(String(rank + 1))])
  }

  func coverage(of provider: Provider) -> String {
    if provider.id.isTeam { return tr("Currencies of your team") }
    // Kurs learns the number of currencies of a user-defined provider only from its first response.
    if provider.coverage == 0 { return tr("All currencies on the provider's server") }
    let currencies = trn("{n} currency", "{n} currencies", provider.coverage)
    return switch provider.validity {
    case nil: currencies
    case .month: tr("{currencies}, official rates for each month", ["currencies": currencies])
    case .quarterEnd: tr("{currencies}, official rates for each quarter", ["currencies": currencies])
    }
  }

  func age(of newest: Day?, today: Day) -> String {
    guard let newest else { return tr("nothing stored yet") }
    let age = today - newest
    if age <= 0 { return tr("{date}, today", ["date": date(newest)]) }
    return trn("{date}, {n} day old", "{date}, {n} days old", age, ["date": date(newest)])
  }

  func brief(_ provider: ProviderState, today: Day) -> String {
    let facts = provider.provider
    let count = facts.coverage == 0 ? coverage(of: facts) : trn("{n} currency", "{n} currencies", facts.coverage)
    guard let newest = provider.newest else { return count }
    return count + tr(" · ") + age(of: today - newest)
  }

  func age(of days: Int) -> String {
    days <= 0 ? tr("today") : trn("{n} day old", "{n} days old", days)
  }

  /// Returns a sentence with the time at which the provider publishes its rates, in the user's time zone.
  func publication(of provider: Provider, today: Day) -> String {
    let window = provider.publication.window
    let times = ["from": Self.time(window.lowerBound, today), "to": Self.time(window.upperBound, today)]
    switch provider.publication.rhythm {
    case .hourly: return tr("Each hour")
    case .daily: return tr("Each day between {from} and {to}, your time", times)
    case .workingDays: return tr("On working days between {from} and {to}, your time", times)
    case .weekly: return tr("Once a week between {from} and {to}, your time", times)
    case .monthly: return tr("On the first of each month")
    case .irregular: return tr("Whenever the rates change")
    }
  }

  /// Returns a time of day in the user's time zone. `minutes`: the minutes since midnight in UTC.
  private static func time(_ minutes: Int, _ day: Day) -> String {
    let start = Timestamp(startOf: day).milliseconds
    let local = LiveClock.moment(start + Int64(minutes) * 60_000).localMinutes
    return inOwnDigits("\(local / 60 % 24):\((local % 60).digits(2))")
  }

  /// Returns the reason why a provider isn't used or why its last request failed. Nil without a problem.
  func problem(of provider: ProviderState) -> String? {
    if provider.needsKey, provider.key == .missing { return tr("Needs a key") }
    guard provider.isOn else { return nil }
    if provider.refresh.isRunning { return tr("Connecting…") }
    return provider.refresh.failure.map { sentence(for: $0, self) }
  }

  func outcome(of test: ConnectionTest) -> String {
    switch test {
    case .untried: return tr("Not tested yet")
    case .running: return tr("Testing…")
    case .succeeded(let rates, let newest, let milliseconds):
      return trn(
        "Success: {n} rate in {ms} ms, latest from {date}", "Success: {n} rates in {ms} ms, latest from {date}",
        rates, ["date": date(newest), "ms": String(milliseconds)])
    case .needsKey: return tr("Enter a key first.")
    case .failed(let failure): return sentence(for: failure, self)
    }
  }

  /// Returns a size in decimal units, as file managers show it.
  func size(_ bytes: Int) -> String {
    if bytes < 1000 { return trn("{n} byte", "{n} bytes", bytes) }
    let isSmall = bytes < 1_000_000
    let text = numbers.text(Rational(Int64(bytes)) * Rational.powerOfTen(isSmall ? -3 : -6), isSmall ? 0 : 1)
    return isSmall ? tr("{size} kB", ["size": text]) : tr("{size} MB", ["size": text])
  }
}

extension Words {
  func name(of side: QuoteSide) -> String {
    switch side {
    // Translators: a kind of rate: neither the rate at which a bank buys nor the rate at which it sells.
    case .middle: tr("Mid-Market")
    // Translators: a kind of rate: the bank buys the currency that the user has.
    case .buying: tr("Bank Buys")
    // Translators: a kind of rate: the bank sells the currency that the user wants.
    case .selling: tr("Bank Sells")
    }
  }

  func line(of quote: Quote) -> String {
    let observation = quote.observation
    return tr(
      "{unit} {from} = {rate} {to}",
      [
        "unit": numbers.text(observation.unit.rational, 0), "from": quote.base.code,
        "rate": text(of: observation.value),
        "to": quote.counter.code,
      ]) + (word(for: quote.side).map { tr(" · ") + $0 } ?? "")
  }

  /// Returns a number with all published digits. A number below zero was stored as zero, so zero becomes `≤ 0`.
  private func text(of number: PublishedNumber) -> String {
    number.coefficient == 0 ? "≤ " + numbers.text(.zero, 0) : numbers.text(number.rational, Int(number.scale))
  }

  func reason(_ suspect: SuspiciousQuote, _ state: SettingsState) -> String {
    reason(suspect) { id in state[id].map { title(of: $0) } ?? id.name }
  }

  func reason(_ suspect: SuspiciousQuote, title: (ProviderID) -> String) -> String {
    switch suspect.reason {
    case .notPositive: tr("A rate must be above zero.")
    case .unknownCode(let currency): tr("Unknown currency: {code}.", ["code": currency.code])
    case .future: tr("This date is in the future.")
    case .past: tr("No bank published rates in that year.")
    case .outsideLife(let currency):
      tr("{code} did not exist on that day.", ["code": currency.code])
    case .jump(let last):
      tr("The rate of {date} was {rate}.", ["date": date(last.day), "rate": text(of: last.value)])
    case .contradicted(let other):
      tr("This rate differs a lot from the rate of {provider}.", ["provider": title(other)])
    case .scaled(let other, let times):
      tr(
        "This rate is about {n} times the rate of {provider}. It may be a rate for {n} units.",
        ["n": String(times), "provider": title(other)])
    }
  }
}

func sentence(for problem: ServerAddress.Problem) -> String {
  switch problem {
  case .malformed: tr("This is not a server address. Enter it as https://example.org.")
  case .insecure: tr("Use https. Without it, others can read or change the data.")
  case .tooMuch: tr("Remove the user name, the password, “?” and “#” from the address.")
  }
}

func sentence(for key: KeyState, _ failure: SecretFailure?) -> String {
  switch key {
  case .notNeeded: ""
  case .unknown: tr("Searching…")
  case .missing where failure == .noService:
    tr("No key is saved. Without a keyring, you must enter the key each time Kurs starts.")
  case .missing: tr("No key. Register with the provider to get one.")
  case .stored: tr("The key is saved in the keyring.")
  case .thisRunOnly where failure == .locked:
    tr("The keyring is locked, so the key works only until you quit Kurs.")
  case .thisRunOnly where failure == .noService:
    tr("No keyring is running, so the key works only until you quit Kurs.")
  case .thisRunOnly:
    tr("The keyring rejected the key, so the key works only until you quit Kurs.")
  case .unreadable where failure == .locked: tr("The keyring is locked.")
  case .unreadable: tr("The keyring doesn't respond.")
  case .malformed: tr("A key can contain only letters, digits, “-”, “_” and “.”.")
  }
}

extension Words {
  private static let mostCharacters = 15

  /// Returns an amount in scientific notation, for example `1.2 × 10¹²`. Empty if `text` fits every window.
  func brief(_ money: Money, writtenAs text: String) -> String {
    guard text.count > Self.mostCharacters else { return "" }
    var exponent = money.amount.leadingExponent
    var leading = (money.amount * .powerOfTen(-exponent)).rounded(places: 1)
    if leading.magnitude == Rational(10) {
      exponent += 1
      leading = leading * .powerOfTen(-1)
    }
    // The direction mark keeps the number before its power of ten in right-to-left text.
    return "\u{200E}\(numbers.text(leading, 1)) × 10\(Self.raised(exponent))"
  }

  private static func raised(_ number: Int) -> String {
    String(String(number).compactMap { raisedDigits[$0] })
  }

  private static let raisedDigits: [Character: Character] = [
    "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
  ]
}

extension Words {
  /// Returns an amount with the decimals of its currency, or with more if rounding would hide too much.
  func text(_ money: Money) -> String {
    numbers.text(money.amount, money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency)))
  }

  /// Returns the text of a result. Numbers and percentages with endless decimals are rounded to six significant digits.
  func text(_ value: CalculationValue) -> String {
    switch value {
    case .money(let money): text(money)
    case .number(let number): exactText(number)
    case .percent(let share): percent(share)
    }
  }

  /// Returns a number with all its digits, or with six significant digits if its decimals never end.
  func exactText(_ number: Rational) -> String {
    numbers.text(number, number.terminatingPlaces ?? max(5 - number.leadingExponent, 0))
  }

  /// Returns a fraction as a percentage, with all its decimals unless `places` is given.
  func percent(_ fraction: Rational, places: Int? = nil) -> String {
    let hundredths = fraction * Rational(100)
    // Translators: a percentage, as in "12.5%".
    return tr(
      "{number}%", ["number": places.map { numbers.text(hundredths, $0) } ?? exactText(hundredths)])
  }
}

extension Words {
  /// Returns a gram's price: `1 g XAU = 73.48 EUR`; nil if neither currency is a metal. `value`: `to` per `from`.
  func gramLine(from: Currency, to: Currency, _ value: Rational) -> String? {
    guard let gram = GramPrice(from: from, to: to, value: value, catalogue) else { return nil }
    let amount = numbers.text(gram.price.amount, gram.places(catalogue))
    // Translators: the price of a gram of a metal, as in "1 g XAU = 73.48 EUR".
    return tr(
      "1 g {metal} = {amount} {code}", ["metal": gram.metal.code, "amount": amount, "code": gram.price.currency.code])
  }
}

extension Words {
  /// Returns the provider and day of a rate. Nil if the status line shows the same provider and day.
  func source(of route: ConversionPath, besides rates: RatesStatus) -> String? {
    guard let observed = route.observed else { return route.legs.last.flatMap(basis) }
    let word = self.word(for: route, wanted: rates.side)
    if route.providers == [rates.provider.id], observed == rates.newest, route.means.isEmpty {
      let parts = [route.legs.compactMap(\.law).first.map(basis), word].compactMap { $0 }
      return parts.isEmpty ? nil : parts.joined(separator: tr(" · "))
    }
    let names = route.providers.map { rates.providers[$0]?.publisherName ?? $0.name }
    let source = tr(
      "{provider} · {date}",
      ["provider": names.joined(separator: " + "), "date": period(of: route) ?? date(observed)])
    return [source, word].compactMap { $0 }.joined(separator: tr(" · "))
  }

  private func word(for route: ConversionPath, wanted side: QuoteSide) -> String? {
    if side == .middle { return nil }
    let sides = Set(route.quotes.map(\.side))
    return switch (sides.contains(.buying), sides.contains(.selling)) {
    case (true, true): tr("buying and selling rates")
    case (true, false): tr("buying rate")
    case (false, true): tr("selling rate")
    case (false, false): sides.isEmpty ? nil : tr("mid-market rate")
    }
  }

  func word(for side: QuoteSide) -> String? {
    switch side {
    case .middle: nil
    case .buying: tr("buying rate")
    case .selling: tr("selling rate")
    }
  }

  private func basis(of leg: ConversionPath.Leg) -> String? { leg.law.map(basis) }

  private func basis(of law: LegalRate) -> String {
    // Translators: an authority keeps the rate of a currency fixed, as in "pegged to USD".
    law.kind == .peg ? tr("pegged to {code}", ["code": law.successor.code]) : tr("fixed by law")
  }

  func lines(of explanation: Explanation) -> [String] {
    let route = explanation.route
    let legs =
      route.legs.isEmpty
      ? [tr("Both currencies are the same, so nothing is converted.")] : route.legs.map { line(of: $0, explanation) }
    let rule = route.quotes.isEmpty ? [] : explanation.rule.map { lines(of: $0) } ?? []
    return legs + rule + explanation.staleReasons.map(line) + explanation.skippedProviders.map(line) + [
      result(of: explanation)
    ]
  }

  private func line(of late: SkippedProvider) -> String {
    tr(
      "{provider} was skipped. Its latest rate is from {date}, and newer rates are overdue.",
      ["provider": late.provider.publisherName, "date": date(late.observed)])
  }

  private func line(of leg: ConversionPath.Leg, _ explanation: Explanation) -> String {
    let statement = leg.statement
    let places = leg.quote.map { $0.observation.value.text.split(separator: ".").dropFirst().first?.count ?? 0 }
    // Translators: a rate as it was published, as in "100 JPY = 0.6213 EUR".
    let rate = tr(
      "{unit} {base} = {value} {counter}",
      [
        "unit": exactText(statement.unit), "base": statement.base.code, "counter": statement.counter.code,
        "value": places.map { numbers.text(statement.value, $0) } ?? exactText(statement.value),
      ])
    switch leg {
    case .quote(let quote):
      let provider = explanation.providers[quote.provider]
      let source = tr(
        "{provider} · {date}",
        [
          "provider": provider?.sourceName ?? quote.provider.name,
          "date": quote.mean.map(line) ?? date(quote.observation.day),
        ])
      let middle =
        provider?.basis == .midOfBuyingAndSelling
        ? tr("average of buying and selling")
        : explanation.side == .middle ? "" : tr("mid-market rate (no buying or selling rate)")
      return [rate, source, word(for: quote.side) ?? middle].filter { !$0.isEmpty }.joined(separator: tr(" · "))
    case .law(let law):
      let since = tr("since {date}", ["date": date(law.from)])
      return [rate, basis(of: law), since, law.source].filter { !$0.isEmpty }.joined(separator: tr(" · "))
    case .own(let own):
      let end = own.expires.map { tr("until {date}", ["date": date($0)]) } ?? ""
      return [rate, tr("custom rate"), own.note, end].filter { !$0.isEmpty }.joined(separator: tr(" · "))
    }
  }

  private func line(of staleReason: StaleReason) -> String {
    let parts = [
      "provider": staleReason.provider.publisherName, "date": date(staleReason.observed), "day": date(staleReason.day),
    ]
    let sentence =
      switch staleReason.closure {
      case .weekend: tr("{provider} is closed for the weekend: the rates of {date} are used for {day}.", parts)
      case .easter: tr("{provider} is closed for Easter: the rates of {date} are used for {day}.", parts)
      case .holiday: tr("{provider} is closed for a holiday: the rates of {date} are used for {day}.", parts)
      case .rhythm, nil: tr("{provider}: the rates of {date} are used for {day}.", parts)
      }
    guard let next = staleReason.next else { return sentence }
    let local = LiveClock.moment(next.closes.milliseconds)
    let minutes = local.localMinutes
    let time = "\(minutes / 60):\((minutes % 60).digits(2))"
    return sentence + " "
      + tr("New rates are due on {date} around {time}.", ["date": date(local.localDay), "time": inOwnDigits(time)])
  }

  private func result(of explanation: Explanation) -> String {
    let exact = explanation.value
    let places = exact.shownPlaces(minorUnit: catalogue.minorUnit(of: exact.currency))
    let parts = [
      "amount": exactText(explanation.amount.amount), "code": explanation.amount.currency.code, "result": text(exact),
      "to": exact.currency.code,
    ]
    if exact.amount == exact.amount.rounded(places: places) {
      return tr("{amount} {code} is exactly {result} {to}.", parts)
    }
    let digits = max(15 - exact.amount.magnitude.leadingExponent, 0)
    let unrounded = numbers.text(exact.amount, digits)
    return tr(
      "{amount} {code} is {result} {to}, rounded from {exact}….", parts.merging(["exact": unrounded]) { $1 })
  }
}

extension NamedRule {
  var title: String {
    switch preset?.name {
    case "pl-vat": tr("Polish VAT")
    case "pl-vat-invoice": tr("Polish VAT, Invoiced in Advance")
    case "pl-income-tax": tr("Polish Income Tax")
    case "eu-vat": tr("EU VAT")
    case "eu-oss": tr("EU One-Stop Shop")
    case "eu-ioss": tr("EU Import One-Stop Shop")
    case "eu-customs": tr("EU Customs")
    case "de-vat": tr("German VAT")
    case "ch-vat": tr("Swiss VAT")
    case let other?: other
    case nil: rule.title
    }
  }
}

extension DayRule {
  fileprivate var title: String {
    switch self {
    case .on: tr("On or Before the Date")
    case .before: tr("Before the Date")
    case .after: tr("After the Date")
    case .onOrAfter: tr("On or After the Date")
    case .monthAverage: tr("Monthly Average")
    case .monthEnd: tr("End of the Month")
    case .customsMonth: tr("Monthly Customs Rate")
    case .monthClose: tr("End of the Month or Later")
    case .quarterClose: tr("End of the Quarter or Later")
    }
  }
}

extension Words {
  func lines(of applied: NamedRule.Applied) -> [String] {
    let date = ["date": date(applied.day)]
    let sentence =
      switch applied.rule.rule {
      case .on: tr("Uses the last rates on or before {date}.", date)
      case .before: tr("Uses the last rates before {date}.", date)
      case .after: tr("Uses the first rates after {date}.", date)
      case .onOrAfter: tr("Uses the first rates on or after {date}.", date)
      case .monthAverage: tr("Uses the average of the month of {date}.", date)
      case .monthEnd: tr("Uses the last rates in the month of {date}.", date)
      case .customsMonth:
        tr("Uses the last rates on or before the second-last Wednesday of the month before {date}.", date)
      case .monthClose: tr("Uses the first rates on or after the last day of the month of {date}.", date)
      case .quarterClose: tr("Uses the first rates on or after the last day of the quarter of {date}.", date)
      }
    guard let preset = applied.rule.preset else { return [sentence] }
    // Translators: a rule's name and its law, as in "EU VAT: Directive 2006/112/EC, article 91(2)".
    return [sentence, tr("{name}: {source}", ["name": applied.rule.title, "source": preset.source])]
  }

  /// Returns the day of a path's rates, or the days that were averaged. Nil if the path uses no rates.
  func period(of route: ConversionPath) -> String? { route.means.first.map(line) ?? route.observed.map { date($0) } }

  func line(of mean: Mean) -> String {
    guard mean.missing == 0 else {
      return tr(
        "average of {n} of {all} days, {first} to {last}",
        [
          "n": String(mean.count), "all": String(mean.count + mean.missing), "first": date(mean.days.lowerBound),
          "last": date(mean.days.upperBound),
        ])
    }
    return trn(
      "average of {n} day, {first} to {last}", "average of {n} days, {first} to {last}", mean.count,
      ["first": date(mean.days.lowerBound), "last": date(mean.days.upperBound)])
  }
}
