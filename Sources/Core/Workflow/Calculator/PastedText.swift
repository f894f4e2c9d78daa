// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

enum PastedText {
  case amount(LineReading)
  case list(LineReading)
  /// The user sees a preview first, because the text is ambiguous or was read in part only.
  case unclear(ReadResult)
  case prose

  init(_ text: String, _ reader: inout SheetReader) {
    if !text.contains(where: \.isNewline), !text.joinsDigits {
      let field = reader.field(text)
      if !field.isList, field.line.currency == nil, field.alternatives.isEmpty, field.errors.isEmpty {
        self = .amount(field)
        return
      }
    }
    self.init(list: text, &reader)
  }

  init(list text: String, _ reader: inout SheetReader) {
    let result = reader.read(text)
    if result.isProse {
      self = .prose
    } else if !result.needsCheck, result.namesCurrency || !text.joinsDigits, let reading = LineReading(result) {
      self = .list(reading)
    } else {
      self = .unclear(result)
    }
  }

  var isList: Bool { if case .list = self { true } else { false } }
}

extension ReadResult {
  var isRefused: Bool {
    errors.contains { error in
      switch error.reason {
      case .textTooLong, .tooManyLines, .severalAmounts: true
      default: false
      }
    }
  }

  fileprivate var isProse: Bool {
    calculation.lines.allSatisfy { line in
      if case .failure = line.content { true } else { false }
    } && !text.contains(where: \.isNumber)
  }

  var needsCheck: Bool {
    !errors.isEmpty || calculation.lines.isEmpty
      || notes.contains { note in
        switch note.kind {
        case .ambiguousNumber, .ambiguousDay, .rowSkipped, .totalDiffers, .totalCounted, .amountLeftOut,
          .bracketsAsMinus, .bracketsIgnored, .dashIgnored:
          true
        case .symbolRead, .subunitRead, .foreignSeparators, .scaledNumber, .dayRead, .dayShared, .currencyAssumed:
          false
        }
      }
  }
}

extension String {
  /// Whether digits are joined by a dash or slash without spaces, as in a phone number.
  fileprivate var joinsDigits: Bool {
    let text = Array(self)
    return text.indices.dropFirst().dropLast().contains { index in
      "-/\u{2013}".contains(text[index]) && text[index - 1].isNumber && text[index + 1].isNumber
    }
  }
}
