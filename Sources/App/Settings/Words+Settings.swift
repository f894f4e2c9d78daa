// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

extension Words {
  func name(of interval: RefreshInterval) -> String {
    switch interval {
    case .timetable: tr("When Published")
    case .sixHours: tr("Every 6 Hours")
    case .daily: tr("Daily")
    case .weekly: tr("Weekly")
    case .never: tr("By Hand")
    }
  }

  func name(of mark: CurrencyLook.Mark) -> String {
    switch mark {
    case .none: tr("Nothing")
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
    case .network: tr("Cache of Answers")
    case .documents: tr("Cache of Documents")
    case .images: tr("Cache of Images")
    }
  }

  /// The place of a provider in the order, from 0.
  func place(_ rank: Int) -> String {
    rank == 0 ? tr("Asked first") : tr("Asked as number {n}", ["n": inOwnDigits(String(rank + 1))])
  }

  func coverage(of provider: Provider) -> String {
    if provider.id.isTeam { return tr("Currencies of your team") }
    // How many a file's provider has shows only once it was asked.
    if provider.coverage == 0 { return tr("Whatever its server has") }
    let currencies = trn("{n} currency", "{n} currencies", provider.coverage)
    return switch provider.validity {
    case nil: currencies
    case .month: tr("{currencies}, prescribed for each month", ["currencies": currencies])
    case .quarterEnd: tr("{currencies}, prescribed for each quarter", ["currencies": currencies])
    }
  }

  /// The newest stored day and how long ago it was.
  func age(of newest: Day?, today: Day) -> String {
    guard let newest else { return tr("nothing stored yet") }
    let age = today - newest
    if age <= 0 { return tr("{date}, today", ["date": date(newest)]) }
    return trn("{date}, {n} day old", "{date}, {n} days old", age, ["date": date(newest)])
  }

  /// How many currencies a provider has and how old what is stored of it is.
  func brief(_ provider: ProviderState, today: Day) -> String {
    let facts = provider.provider
    let count = facts.coverage == 0 ? coverage(of: facts) : trn("{n} currency", "{n} currencies", facts.coverage)
    guard let newest = provider.newest else { return count }
    return count + tr(" · ") + age(of: today - newest)
  }

  /// How old what is so many days old is.
  func age(of days: Int) -> String {
    days <= 0 ? tr("today") : trn("{n} day old", "{n} days old", days)
  }

  /// When new rates come out, by the clock of where the person is.
  func publication(of provider: Provider, today: Day) -> String {
    let window = provider.publication.window
    let times = ["from": Self.time(window.lowerBound, today), "to": Self.time(window.upperBound, today)]
    switch provider.publication.rhythm {
    case .hourly: return tr("Each hour")
    case .daily: return tr("Each day, {from} to {to}", times)
    case .workingDays: return tr("On working days, {from} to {to}", times)
    case .weekly: return tr("Once a week, {from} to {to}", times)
    case .monthly: return tr("On the first of each month")
    case .irregular: return tr("Whenever they change")
    }
  }

  /// `minutes`: of a day in UTC.
  private static func time(_ minutes: Int, _ day: Day) -> String {
    let start = Timestamp(startOf: day).milliseconds
    let local = LiveClock.moment(start + Int64(minutes) * 60_000).localMinutes
    return "\(local / 60 % 24):\((local % 60).digits(2))"
  }

  /// Why a provider is not asked or did not answer; nil while all is well.
  func problem(of provider: ProviderState) -> String? {
    if provider.needsKey, provider.key == .missing { return tr("Needs a key") }
    guard provider.isOn else { return nil }
    if provider.refresh.isRunning { return tr("Being asked…") }
    return provider.refresh.failure.map { sentence(for: $0, self) }
  }

  func outcome(of test: ConnectionTest) -> String {
    switch test {
    case .untried: return tr("Not tested yet")
    case .running: return tr("Asking…")
    case .succeeded(let rates, let newest, let milliseconds):
      return trn(
        "Works: {n} rate, the newest of {date}, in {ms} ms", "Works: {n} rates, the newest of {date}, in {ms} ms",
        rates, ["date": date(newest), "ms": String(milliseconds)])
    case .needsKey: return tr("A key is needed first.")
    case .failed(let failure): return sentence(for: failure, self)
    }
  }

  /// A size for reading, in decimal units as file managers show it.
  func size(_ bytes: Int) -> String {
    if bytes < 1000 { return trn("{n} byte", "{n} bytes", bytes) }
    let isSmall = bytes < 1_000_000
    let text = numbers.text(Rational(Int64(bytes)) * Rational.powerOfTen(isSmall ? -3 : -6), isSmall ? 0 : 1)
    return isSmall ? tr("{size} kB", ["size": text]) : tr("{size} MB", ["size": text])
  }
}

extension Words {
  /// Which of a bank's rates count, as an answer.
  func name(of side: QuoteSide) -> String {
    switch side {
    // Translators: of rates: neither those at which a bank buys nor those at which it sells.
    case .middle: tr("Middle")
    // Translators: of rates: those at which the bank buys what the person has.
    case .buying: tr("Bank Buys")
    // Translators: of rates: those at which the bank sells what the person wants.
    case .selling: tr("Bank Sells")
    }
  }

  /// A quote as it was published: `100 JPY = 0.5692 EUR`.
  func line(of quote: Quote) -> String {
    let observation = quote.observation
    return tr(
      "{unit} {from} = {rate} {to}",
      [
        "unit": numbers.text(observation.unit.rational, 0), "from": quote.base.code, "rate": text(of: observation.value),
        "to": quote.counter.code,
      ]) + (word(for: quote.side).map { tr(" · ") + $0 } ?? "")
  }

  /// With the digits it was published with, in the person's form.
  private func text(of number: PublishedNumber) -> String { numbers.text(number.rational, Int(number.scale)) }

  /// Why a quote was set aside.
  func reason(_ suspect: SuspectQuote, _ state: SettingsState) -> String {
    reason(suspect) { id in state[id].map { title(of: $0) } ?? id.name }
  }

  /// `title`: what the provider is called that it contradicts.
  func reason(_ suspect: SuspectQuote, title: (ProviderID) -> String) -> String {
    switch suspect.reason {
    case .notPositive: tr("A rate is never zero or less.")
    case .unknownCode(let currency): tr("There is no currency {code}.", ["code": currency.code])
    case .future: tr("The day has not come yet.")
    case .past: tr("Nobody published rates in that year.")
    case .outsideLife(let currency):
      tr("{code} did not exist on that day.", ["code": currency.code])
    case .jump(let last):
      tr("Before, on {date}, it was {rate}.", ["date": date(last.day), "rate": text(of: last.value)])
    case .contradicted(let other):
      tr("It is far from what {provider} says.", ["provider": title(other)])
    }
  }
}

func sentence(for problem: ServerAddress.Problem) -> String {
  switch problem {
  case .malformed: tr("This is not a server address. Write it as https://example.org.")
  case .insecure: tr("Only https is safe from being read or changed on the way.")
  case .tooMuch: tr("Leave out names, passwords, question marks and fragments.")
  }
}

func sentence(for key: KeyState, _ failure: SecretFailure?) -> String {
  switch key {
  case .notNeeded: ""
  case .unknown: tr("Looking for it…")
  case .missing where failure == .noService:
    tr("There is no key. No keyring is running: a key would be asked for again each time Kurs starts.")
  case .missing: tr("There is no key. The provider gives you one when you register there.")
  case .stored: tr("A key is kept in the keyring.")
  case .thisRunOnly where failure == .locked:
    tr("The keyring is locked: the key is kept until you quit and asked for again next time.")
  case .thisRunOnly where failure == .noService:
    tr("No keyring is running: the key is kept until you quit and asked for again next time.")
  case .thisRunOnly:
    tr("The keyring did not take the key: it is kept until you quit and asked for again next time.")
  case .unreadable where failure == .locked: tr("The keyring is locked.")
  case .unreadable: tr("The keyring does not answer.")
  case .malformed: tr("A key has only letters, digits, “-”, “_” and “.”.")
  }
}
