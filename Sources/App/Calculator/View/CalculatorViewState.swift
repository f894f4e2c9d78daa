// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Everything the calculator window shows, in the person's language; a pure value.
struct CalculatorViewState: Equatable, Sendable {
  /// A plain word about the state of the rates, with at most one way out.
  struct Notice: Equatable, Sendable {
    enum Button: Equatable, Sendable { case dismiss, takeUpCopy, goOnline }

    var sentence: String
    var button: Button?
    /// The same in two or three words.
    var brief = ""
  }

  /// Another way to read a text, one press away.
  struct Reading: Equatable, Sendable {
    var label: String
    /// The reading itself, without the text that it is a reading of.
    var meaning: String
    var alternative: ReadingAlternative
    /// Its place among all of them.
    var place = 0
  }

  var amount = ""
  /// Whether the next character decides if the amount goes on or another begins.
  var isFinished = false
  var currency = ""
  var currencyName = ""
  var separator = "."
  /// Whether the numbers are the last valid ones, because what is being typed cannot be read yet.
  var isHeld = false
  var note = ""
  var noteIsError = false
  /// Other readings of what was typed.
  var readings: [Reading] = []
  var lists = Lists()
  /// Empty for a list of one line, which the amount field shows whole.
  var lines: [Line] = []
  /// The index of the line that the amount field edits.
  var active = 0
  /// Its number, which stays with it wherever it is moved.
  var activeID = 0
  var total: Total?
  /// The person's choices for all amounts: day, fee and own rates.
  var chips: [Chip] = []
  var rows: [Row] = []
  var paste: Paste?
  /// How often a pasted text had no amount in it.
  var refusals = 0
  var canUndo = false
  var canRedo = false
  var roundsCash = false
  var hasKeypad = true
  var isCompact = false
  /// The list's own day; nil for the newest.
  var day: Day?
  /// The rule that selects the published day for it; nil for the day itself, or the last before it.
  var rule: NamedRule?
  /// The day that a calendar opens on where none is chosen.
  var newest: Day?
  /// The rates' provider, day and age, and whether newer ones can be had.
  var provenance = ""
  /// The same in fewer words, the fewest last.
  var briefProvenances: [String] = []
  /// Whether that is something to think of before a number is trusted.
  var isProvenanceWarning = false
  var notice: Notice?
  /// The sentence about what is sent to whom, for a new person.
  var introduction: String?
  /// The person has Kurs work without a network.
  var isSetOffline = false
  /// A text that was pasted and waits needs the keypad's room.
  var showsKeypad: Bool { hasKeypad && !isCompact && paste == nil }
  /// The notice in the status line, which needs no answer.
  var trouble: String? { notice?.button == nil ? notice?.sentence : nil }
  /// The text of the line at the foot.
  var status: String { [provenance, trouble].compactMap { $0 }.joined(separator: tr(" · ")) }
  /// The same where there is less room, the least last.
  var briefStatuses: [String] {
    let end = trouble.map { notice?.brief.isEmpty == false ? notice?.brief ?? "" : $0 }
    return briefProvenances.map { [$0, end].compactMap { $0 }.joined(separator: tr(" · ")) }
  }
  /// The button about the state of the rates, beside *Refresh*.
  var statusButton: Notice.Button? { notice?.button ?? (isSetOffline ? .goOnline : nil) }
}
