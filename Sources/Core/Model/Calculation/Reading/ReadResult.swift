// SPDX-License-Identifier: GPL-3.0-or-later

/// The reading of a typed or pasted text.
public struct ReadResult: Hashable, Sendable {
  /// As it came.
  public let text: String
  public let calculation: Calculation
  /// The currencies asked for after "in", "to", an arrow or an equals sign.
  public let targets: [Currency]
  /// The rates that were typed along, which count for this text alone.
  public let rates: [OwnRate]
  public let notes: [ReadingNote]
  /// The other readings of ambiguous numbers and shared symbols, in the order of the text.
  public let alternatives: [ReadingAlternative]
  /// Faults outside of lines: an unknown or missing target; a line holds its own.
  public let problems: [CalculationError]

  /// All that is wrong, in the order of the text, positions counted from its start.
  public var errors: [CalculationError] {
    let ofLines = calculation.lines.compactMap { line -> CalculationError? in
      guard case .failure(let error) = line.content else { return nil }
      let start = line.offset ?? 0
      return CalculationError(
        error.reason, at: (error.range.lowerBound + start)..<(error.range.upperBound + start))
    }
    return (ofLines + problems).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
