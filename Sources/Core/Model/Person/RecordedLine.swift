// SPDX-License-Identifier: GPL-3.0-or-later

/// One line of a saved calculation, in two forms: as typed, and one that every machine reads the same.
public struct RecordedLine: Hashable, Sendable {
  public var sign: LineSign
  /// As typed, without the sign, in the number form of its machine.
  public var text: String
  /// Plain decimals, ISO codes and the first symbol of each operation, for example `5500.5 USD / 2`.
  public var portable: String
  public var currency: Currency?
  public var day: Day?
  public var note: String
  /// The unrounded amount of a computed line.
  public var exact: Money?

  public init(
    sign: LineSign, text: String, portable: String, currency: Currency? = nil, day: Day? = nil, note: String = "",
    exact: Money? = nil
  ) {
    self.sign = sign
    self.text = text
    self.portable = portable
    self.currency = currency
    self.day = day
    self.note = note
    self.exact = exact
  }

  public init(_ line: CalculationLine) {
    self.init(
      sign: line.sign, text: line.text, portable: line.portableText, currency: line.currency, day: line.day,
      note: line.note, exact: line.exact)
  }

  var identity: String {
    let amount = exact.map { "\($0.amount.fraction) \($0.currency)" } ?? portable
    return [
      sign == .minus ? "-" : "+", amount, currency?.code ?? "", day?.description ?? "", note,
    ].joined(separator: "\t")
  }
}

extension CalculationLine {
  /// The text with each part of the expression in its portable form.
  var portableText: String {
    guard exact == nil, case .success(let expression) = content else { return text }
    let rewritten = expression.rewriting(text) { action in
      switch action {
      case .number(let number): number.exactText()
      case .currency(let currency): " \(currency.code) "
      case .weight: nil
      case .prefix(let index): OperationList.standard.prefix[index].symbols[0]
      case .postfix(let index): OperationList.standard.postfix[index].symbols[0]
      case .infix(let index): " \(OperationList.standard.infix[index].symbols[0]) "
      }
    }
    return rewritten.split(separator: " ").joined(separator: " ")
  }
}

extension AmountExpression {
  /// The original `text` with some parts replaced; nil keeps a part.
  func rewriting(_ text: String, _ word: (Action) -> String?) -> String {
    let source = Array(text.utf8)
    var (bytes, end) = ([UInt8](), 0)
    for step in steps.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard step.range.lowerBound >= end, step.range.upperBound <= source.count, let word = word(step.action)
      else { continue }
      bytes += source[end..<step.range.lowerBound] + Array(word.utf8)
      end = step.range.upperBound
    }
    return String(decoding: bytes + source[end...], as: UTF8.self)
  }

  /// Whether both do the same, wherever they are in their texts.
  func means(theSameAs other: AmountExpression) -> Bool { steps.map(\.action) == other.steps.map(\.action) }
}
