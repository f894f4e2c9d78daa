// SPDX-License-Identifier: GPL-3.0-or-later

struct Term {
  var sign: LineSign
  var tokens: ArraySlice<Token>
  var day: Day?
  /// The start of the term in the whole text, in UTF-8 bytes.
  let start: Int

  /// Whether brackets make the term negative, as in `$(12.00) + $20`. Brackets without a currency only group numbers.
  var isBracketedMinus: Bool { sign == .plus && BracketedAmount(tokens)?.unit != nil }

  /// Whether the term is a percentage: only numbers, operators and brackets, with a percent sign at the end.
  var isPercent: Bool {
    guard let last = tokens.last, case .sign(let sign) = last.kind, sign.postfix != nil else { return false }
    return tokens.allSatisfy {
      switch $0.kind {
      case .number, .sign, .open, .close: true
      default: false
      }
    }
  }
}

/// The terms of a row, split at each plus and minus that is outside brackets.
struct Terms {
  private(set) var list: [Term] = []
  private let all: ArraySlice<Token>

  var count: Int { list.count }

  init(_ tokens: ArraySlice<Token>) {
    all = tokens
    var (start, depth, sign) = (tokens.startIndex, 0, LineSign.plus)
    var afterOperand = false
    for index in tokens.indices {
      switch tokens[index].kind {
      case .open:
        depth += 1
        afterOperand = false
      case .close:
        depth = max(depth - 1, 0)
        afterOperand = true
      case .number, .day, .invalid: afterOperand = true
      case .currency, .weight: break
      case .sign(let use):
        if depth == 0, let next = use.lineSign, afterOperand || index == tokens.startIndex {
          if index > start { append(tokens[start..<index], sign) }
          (start, sign) = (index + 1, next)
          afterOperand = false
        } else if use.postfix == nil {
          afterOperand = false
        }
      case .comma, .colon, .into, .on, .at: afterOperand = false
      }
    }
    if start < tokens.endIndex || start > tokens.startIndex { append(tokens[start...], sign) }
  }

  /// Appends a term. Adds a percentage to the single term before it, or as a separate line after several terms.
  private mutating func append(_ tokens: ArraySlice<Token>, _ sign: LineSign) {
    let end = tokens.startIndex > all.startIndex ? all[tokens.startIndex - 1].range.upperBound : 0
    var term = Term(sign: sign, tokens: tokens, start: tokens.first?.range.lowerBound ?? end)
    if case .day(let day) = tokens.last?.kind {
      // Remove "on" together with the day. Days such as "yesterday" can come without "on".
      let hasOn = tokens.count >= 2 && tokens[tokens.endIndex - 2].kind == .on
      term.day = day
      term.tokens = tokens.dropLast(hasOn ? 2 : 1)
    }
    if list.count == 1, list[0].day == nil, term.isPercent, !list[0].isPercent,
      !list[0].isBracketedMinus
    {
      list[0].tokens = all[list[0].tokens.startIndex..<term.tokens.endIndex]
      list[0].day = term.day
    } else {
      list.append(term)
    }
  }

  var isOnlyDay: Bool { list.count == 1 && list[0].tokens.isEmpty && list[0].day != nil }

  /// Removes and returns the day at the end of the row, which applies to all terms without a day.
  mutating func takeLastDay() -> Day? {
    guard let last = list.indices.last, let day = list[last].day else { return nil }
    list[last].day = nil
    return day
  }

  var hasPercentAfterSeveral: Bool { list.dropFirst().contains(where: \.isPercent) }

  /// Joins the terms into one line, so that a percentage applies only to this row. A date between terms is an error.
  mutating func joinAll() {
    guard let first = list.first, let last = list.last else { return }
    let start = first.sign == .plus ? first.tokens.startIndex : all.startIndex
    list = [Term(sign: .plus, tokens: all[start..<last.tokens.endIndex], start: first.start)]
  }
}
