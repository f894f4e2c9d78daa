// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A pasted text that leaves a doubt, read as far as it goes and not yet part of the list.
public struct PastePreview: Equatable, Sendable {
  public var text: String
  /// As they would be added, with what each comes to in the total's currency.
  public var lines: [LineState]
  /// The place of each of them in `text`, in UTF-8 bytes; empty where it is not known.
  public var places: [Range<Int>] = []
  /// The currencies asked for after "in" or an arrow.
  public var targets: [Currency] = []
  public var day: Day?
  /// How parts of the text were read; positions in UTF-8 bytes of `text`.
  public var notes: [ReadingNote] = []
  /// Other readings, each one event away.
  public var alternatives: [ReadingAlternative] = []
  /// All that cannot be read, in the order of the text.
  public var problems: [CalculationError] = []
}
