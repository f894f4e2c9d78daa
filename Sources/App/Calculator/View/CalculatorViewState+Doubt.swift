// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState.Row {
  /// A newer rate that looks wrong, and what is asked about it.
  struct Doubt: Equatable, Sendable {
    let id: Int64
    /// The doubtful rate and why it waits.
    let sentence: String
  }
}

extension CalculatorViewState.Row.Doubt {
  /// The newest doubt about a rate between two currencies; nil where there is none.
  init?(in doubts: [Doubt], from source: Currency, to target: Currency, _ words: Words) {
    let found = doubts.first { $0.concerns(target) } ?? doubts.first { $0.concerns(source) }
    guard let found else { return nil }
    id = found.id
    sentence = words.claim(of: found)
  }
}

extension Words {
  /// `European Central Bank says 1 EUR = 111.72 USD on 2 November 2026. Before, …`
  func claim(of doubt: Doubt) -> String {
    let quote = doubt.suspect.quote
    let claim = tr(
      "{provider} says {rate} on {date}.",
      ["provider": bankName(of: quote.provider) ?? doubt.publisher, "rate": line(of: quote), "date": date(quote.observation.day)])
    // Translators: two sentences, one after the other.
    return tr("{first} {second}", ["first": claim, "second": reason(doubt.suspect) { _ in doubt.other ?? "" }])
  }
}
