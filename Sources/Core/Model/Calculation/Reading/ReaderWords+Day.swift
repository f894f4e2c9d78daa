// SPDX-License-Identifier: GPL-3.0-or-later

extension ReaderWords {
  /// The day that a text says, in every form that an amount takes one in; "yesterday" is the one before `today`.
  public func day(_ text: some StringProtocol, today: Day) -> Day? {
    let text = text.split { $0.unicodeScalars.allSatisfy(\.isSkipped) }.joined(separator: " ")
    if let relative = days[text.lowercased()] { return relative.day(from: today) }
    let source = SourceText(text)
    return day(source, 0..<source.bytes.count)
  }

  /// The date that a part of a text is from its beginning to its end.
  func day(_ text: SourceText, _ range: Range<Int>) -> Day? {
    let written = WrittenDay(text, at: range.lowerBound, end: range.upperBound, months: months)
    return written?.end == range.upperBound ? written?.day : nil
  }
}
