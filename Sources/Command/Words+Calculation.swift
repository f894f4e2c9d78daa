// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursWords

extension Failure {
  /// `text`: what the error's positions count in.
  init(_ error: CalculationError, in text: String) {
    if case .rate(let rate) = error.reason {
      self.init(rate)
      return
    }
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<min(error.range.lowerBound, bytes.count)], as: UTF8.self)
    let parts = [
      "reason": Self.sentence(for: error.reason), "n": String(before.count + 1), "text": String(text.prefix(80)),
    ]
    // Translators: where something that was typed means nothing, and why, as in "Character 2 of "5+": An amount is missing."
    self.init(code: .usage, description: tr("Character {n} of \"{text}\": {reason}", parts))
  }

  /// `text`: the argument that should be a number.
  init(amount error: CalculationError, _ text: String) {
    guard case .noAmount = error.reason else {
      self.init(error, in: text)
      return
    }
    self.init(CommandFailure.emptyArgument)
  }

  /// `text`: the argument that should be a currency.
  init(currency error: CalculationError, _ text: String) {
    switch error.reason {
    case .undecidedCurrency: self.init(code: .usage, description: Self.sentence(for: error.reason))
    case .unknownWord(let word): self.init(CommandFailure.unknownCurrency(word))
    default: self.init(CommandFailure.unknownCurrency(text))
    }
  }

  private static func sentence(for reason: CalculationError.Reason) -> String {
    KursWords.sentence(
      for: reason, noAmount: tr("An amount is missing."),
      notANumber: tr("This is not a number in your locale's form, or that of --numbers."),
      textTooLong: { tr("The text is longer than {n} bytes. Nothing was added.", ["n": String($0)]) },
      tooManyLines: { tr("There are more than {n} lines. Nothing was added.", ["n": String($0)]) },
      quoted: { "\"\($0)\"" }, rate: { Failure($0).description })
  }
}
