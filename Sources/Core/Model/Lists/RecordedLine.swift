// SPDX-License-Identifier: GPL-3.0-or-later

public struct RecordedLine: Hashable, Sendable {
  public var sign: LineSign
  public var text: String
  /// The line with plain decimals, ISO codes and standard operators, for example `5500.5 USD / 2`.
  public var portable: String
  public var currency: Currency?
  public var day: Day?
  public var note: String
  public var exact: Money?
  /// The number format of `text`, from `NumberSymbols.form`. Empty if an older version of Kurs saved the line.
  public var form: String
  /// Whether `text` couldn't be read when it was saved. Then `portable` has no meaning.
  public var isUnread: Bool

  public init(
    sign: LineSign, text: String, portable: String, currency: Currency? = nil, day: Day? = nil, note: String = "",
    exact: Money? = nil, form: String = "", isUnread: Bool = false
  ) {
    self.sign = sign
    self.text = text
    self.portable = portable
    self.currency = currency
    self.day = day
    self.note = note
    self.exact = exact
    self.form = form
    self.isUnread = isUnread
  }

  public init(_ line: CalculationLine, form: String) {
    let isRead = (try? line.content.get()) != nil
    self.init(
      sign: line.sign, text: line.text, portable: line.portableText, currency: line.currency, day: line.day,
      note: line.note, exact: line.exact, form: line.isInUnknownForm ? Self.unknownForm : form,
      isUnread: !isRead && !line.isEmpty)
  }

  public static let unknownForm = "?"

  public var isEmpty: Bool { exact == nil && portable.allSatisfy(\.isWhitespace) }

  /// A text that is equal for lines with the same meaning, in any number format.
  public var identity: String {
    let amount = exact.map { "\($0.amount.fraction) \($0.currency)" } ?? portable
    return [
      sign == .minus ? "-" : "+", amount, currency?.code ?? "", day?.description ?? "", note,
    ].joined(separator: "\t")
  }
}

extension String {
  /// Whether the text has separators or digits that depend on the number format.
  public var hasNumberForm: Bool {
    contains { ".,'\u{2019}\u{66B}\u{66C}".contains($0) || ($0.isNumber && !("0"..."9").contains($0)) }
  }
}

extension CalculationLine {
  var portableText: String {
    guard exact == nil, case .success(let expression) = content else { return text }
    let rewritten = expression.rewriting(text) { action in
      switch action {
      case .number(let number): number.exactText()
      case .currency(let currency): " \(currency.code) "
      // Keep "toman", the only unit with a value above 1 (10 rials). It has no code and means the same in every locale.
      case .subunit(let currency, let share): share > .one ? nil : " \(currency.subunitCode) "
      case .weight: nil
      case .prefix(let index): OperationList.prefix[index].symbols[0]
      case .postfix(let index): OperationList.postfix[index].symbols[0]
      case .infix(let index): " \(OperationList.infix[index].symbols[0]) "
      }
    }
    return rewritten.split(separator: " ").joined(separator: " ")
  }
}

extension AmountExpression {
  /// Replaces the text of each step by the result of `word`. If `word` returns nil, that text doesn't change.
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

  func means(theSameAs other: AmountExpression) -> Bool { steps.map(\.action) == other.steps.map(\.action) }
}
