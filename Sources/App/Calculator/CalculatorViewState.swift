// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything the calculator window shows, in the person's language; a pure value.
struct CalculatorViewState: Equatable, Sendable {
  /// One result row.
  struct Row: Equatable, Sendable, Identifiable {
    /// The currency's code.
    var id: String
    var name: String
    var value: String
    var rate: String
    /// What a screen reader calls the row.
    var spoken: String { "\(id), \(name)" }
  }

  /// A plain word about the state of the rates, with at most one way out.
  struct Notice: Equatable, Sendable {
    var sentence: String
    var button: String?
  }

  var amount = ""
  var currency = ""
  var currencyName = ""
  var separator = "."
  var note = ""
  var noteIsError = false
  var rows: [Row] = []
  var provenance = ""
  var notice: Notice?
}
