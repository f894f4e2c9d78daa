// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// What of the calculator comes back after closing and opening: the amount, the currencies, the window's size.
struct SessionValues {
  var typed: String?
  /// The exact amount behind the text, as a fraction: after a swap the text shows it rounded.
  var amount: Rational?
  var source: Currency?
  var results: [Currency]?
  var window: WindowSize?

  init(_ state: CalculatorState) {
    typed = state.typed
    amount = state.amount
    source = state.source
    results = state.results.map(\.currency)
    window = state.window
  }

  init(_ stored: [String: String]) {
    typed = stored["amount"]
    amount = stored["exact"].flatMap { exact in
      let parts = exact.split(separator: "/").compactMap { Rational(text: $0) }
      return parts.count == 2 ? parts[0].divided(by: parts[1]) : nil
    }
    source = stored["source"].flatMap { Currency($0) }
    results = stored["results"].map { $0.split(separator: ",").compactMap { Currency($0) } }
    let size = stored["window"]?.split(separator: "x").compactMap { Int($0) } ?? []
    window = size.count == 2 && size[0] > 0 && size[1] > 0 ? WindowSize(width: size[0], height: size[1]) : nil
  }

  var values: [String: String] {
    var values: [String: String] = [:]
    values["amount"] = typed
    values["exact"] = amount.map { "\($0.numerator)/\($0.denominator)" } ?? ""
    values["source"] = source?.code
    values["results"] = results.map { $0.map(\.code).joined(separator: ",") }
    values["window"] = window.map { "\($0.width)x\($0.height)" }
    return values
  }
}
