// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel

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
