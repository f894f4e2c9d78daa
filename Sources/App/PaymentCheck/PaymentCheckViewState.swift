// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

struct PaymentCheckForm: Sendable {
  var from: Currency
  var to: Currency
  var price = ""
  var paid = ""
  /// The typed day. An empty text means today.
  var day = ""
  let today: Day

  /// The day in the `day` field: nil if the text isn't a day, `.some(nil)` for today.
  var chosenDay: Day?? { day.isEmpty ? .some(nil) : Day(typed: day).map { .some($0) } }

  /// Sets the currency of the price or the payment (`side`). Swaps both currencies if they would otherwise be equal.
  mutating func choose(_ side: WritableKeyPath<PaymentCheckForm, Currency>, _ currency: Currency) {
    let before = self
    self[keyPath: side] = currency
    if from == to { (from, to) = (before.to, before.from) }
  }

  /// Returns the purchase; nil if price or payment isn't an amount above zero.
  func purchase(_ words: Words) -> Purchase? {
    guard let price = words.numbers.read(price), let paid = words.numbers.read(paid) else { return nil }
    return Purchase(price: Money(price, from), paid: Money(paid, to))
  }

  func own(_ words: Words) -> CustomRate? {
    purchase(words).flatMap {
      CustomRate(
        from: from, to: to, value: $0.rate, note: tr("paid on {date}", ["date": (Day(typed: day) ?? today).description]))
    }
  }
}

struct PaymentCheckViewState: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var title: String
    var detail: String
    /// The name of the fee profile in this row. Nil in the rows of the payment and the middle rate.
    var profile: String?
  }

  var rows: [Row] = []
  var problem = ""
  var canKeep = false

  init() {}

  /// `rates`: the day's rates, nil while they load. `selling`: the bank's selling rate, nil if the bank publishes none.
  init(
    _ form: PaymentCheckForm, _ rates: Result<Resolver, RatesFailure>?, selling: ConversionPath? = nil,
    _ profiles: [String: FeeProfile], _ words: Words
  ) {
    guard form.chosenDay != nil else {
      problem = DateProblem.sentence
      return
    }
    guard let price = words.numbers.read(form.price).map({ Money($0, form.from) }), price.amount.signum > 0 else {
      problem = form.price.isEmpty ? "" : tr("Enter a price above 0.")
      return
    }
    let purchase = form.purchase(words)
    if purchase == nil, !form.paid.isEmpty { problem = tr("Enter the amount charged. It must be above 0.") }
    canKeep = purchase != nil
    do {
      guard let resolver = try rates?.get() else { return }
      let middle = try resolver.route(from: form.from, to: form.to)
      let fair = Money(middle.convert(price.amount), form.to)
      if let purchase { rows = Self.rows(purchase, over: middle, words) }
      rows.append(Row(title: Self.text(fair, words), detail: Self.source(middle, resolver, words)))
      if let selling, let row = Self.row(of: selling, for: price, over: middle, words) { rows.append(row) }
      let day = Day(typed: form.day) ?? form.today
      rows += profiles.quotes(for: price, costing: fair, on: day, by: resolver).map { quote in
        let total = quote.total.map { Self.text($0, words) } ?? tr("No rate for the fee's currency")
        let more = quote.percent.map { " (\(Self.signed($0, words)))" } ?? ""
        // Translators: the name of a fee profile and its fee, as in "Card: 1.75% + 0.35 EUR".
        let detail = tr("{name}: {fee}", ["name": quote.name, "fee": words.shownFee(profiles[quote.name]?.text ?? "")])
        return Row(title: total + more, detail: detail, profile: quote.name)
      }
    } catch let failure as RatesFailure {
      problem = sentence(for: failure, words)
    } catch let error as RateError {
      problem = sentence(for: error, words)
    } catch {}
  }

  private static func rows(_ purchase: Purchase, over middle: ConversionPath, _ words: Words) -> [Row] {
    let (percent, money) = purchase.markUp(over: middle.value)
    let less = Money(-money.amount, money.currency)
    let share = signed(percent, words)
    let title =
      switch money.amount.signum {
      case 1:
        tr("{amount} more than at the mid-market rate ({percent})", ["amount": text(money, words), "percent": share])
      case -1:
        tr("{amount} less than at the mid-market rate ({percent})", ["amount": text(less, words), "percent": share])
      default: tr("Exactly the mid-market rate")
      }
    let rate = purchase.rate
    // Omits trailing zeros, as in 1.2 instead of 1.20000.
    let places = rate.terminatingPlaces.map { min($0, max(5 - rate.leadingExponent, 0)) }
    let line = words.line(from: middle.from, to: middle.to, rate, places: places)
    return [Row(title: title, detail: tr("You paid {rate}", ["rate": line]))]
  }

  private static func row(of selling: ConversionPath, for price: Money, over middle: ConversionPath, _ words: Words)
    -> Row?
  {
    let paid = Money(selling.convert(price.amount), selling.to)
    guard let offer = Purchase(price: price, paid: paid) else { return nil }
    let share = signed(offer.markUp(over: middle.value).percent, words)
    // Translators: the selling rate of the bank that published the middle rate, as in "1 USD = 3.72 PLN".
    let detail = tr("The bank sells at {rate}", ["rate": words.line(of: selling)])
    return Row(title: "\(text(paid, words)) (\(share))", detail: detail)
  }

  private static func source(_ middle: ConversionPath, _ resolver: Resolver, _ words: Words) -> String {
    let rate = words.line(of: middle)
    guard let id = middle.provider, let day = middle.observed else { return tr("Mid-market rate: {rate}", ["rate": rate]) }
    let name = resolver.provider(id)?.publisherName ?? id.name
    return tr(
      "Mid-market rate: {rate}, {provider}, {date}", ["rate": rate, "provider": name, "date": words.date(day)])
  }

  private static func text(_ money: Money, _ words: Words) -> String { "\(words.text(money)) \(money.currency)" }

  private static func signed(_ percent: Rational, _ words: Words) -> String {
    (percent.signum > 0 ? "+" : "") + words.percent(percent * Rational(100).reciprocal, places: 2)
  }
}
