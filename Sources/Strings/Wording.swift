// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import Synchronization

/// The style of all sentences: whether values are isolated from the text around them, and which digits are used.
public struct Wording: Hashable, Sendable {
  /// Whether each value is isolated, so that right-to-left words around it don't change its order.
  public var isolates: Bool
  /// The digit zero of the script that the screen uses for numbers.
  public var zero: Unicode.Scalar

  /// Creates a style. The default values suit terminals and files.
  public init(isolates: Bool = false, zero: Unicode.Scalar = "0") {
    self.isolates = isolates
    self.zero = zero
  }
}

extension Wording {
  /// Inserts the values into a sentence, each between FSI and PDI if `isolates` is true (Unicode Standard Annex 9).
  func fill(_ sentence: String, _ values: [String: String]) -> String {
    let sentence = zero == "0" ? sentence : inWords(sentence)
    guard isolates else { return sentence.filled(with: values) }
    return (Self.beginsWithAValue(sentence) ? Self.rightToLeft : "") + sentence.filled(with: values.mapValues(Self.isolated))
  }

  private static let rightToLeft = "\u{200F}"

  /// Whether the sentence begins with a value, followed by text that isn't Latin. Pango takes a line's direction from
  /// its first letter, so a Latin value would make a right-to-left line left to right.
  private static func beginsWithAValue(_ sentence: String) -> Bool {
    var (depth, isAfterValue) = (0, false)
    for character in sentence {
      switch character {
      case "{": (depth, isAfterValue) = (depth + 1, true)
      case "}": depth -= 1
      case _ where depth == 0 && character.isLetter: return isAfterValue && !character.isASCII
      default: break
      }
    }
    return false
  }

  func digits(_ text: String) -> String {
    guard zero != "0" else { return text }
    var written = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      written.append(("0"..."9").contains(scalar) ? Unicode.Scalar(zero.value + scalar.value - 48) ?? scalar : scalar)
    }
    return String(written)
  }

  fileprivate func inWords(_ sentence: String) -> String {
    // For speed: most sentences have no digits or per cent signs, and each key press creates about 50 sentences.
    guard sentence.utf8.contains(where: { (48...57).contains($0) || $0 == UInt8(ascii: "%") }) else { return sentence }
    return sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard !Self.isName(word) else { return String(word) }
      let written = digits(String(word))
      return Self.arabicZeros.contains(zero) ? written.replacing("%", with: "٪") : written
    }.joined(separator: " ")
  }

  /// Whether a word contains a Latin letter outside its placeholders.
  private static func isName(_ word: Substring) -> Bool {
    var depth = 0
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: if depth == 0, (65...90).contains(byte & ~32) { return true }
      }
    }
    return false
  }

  private static let arabicZeros: Set<Unicode.Scalar> = ["\u{0660}", "\u{06F0}"]

  private static func isolated(_ value: String) -> String {
    value.isEmpty || value.first == "\u{2068}" && value.last == "\u{2069}" ? value : "\u{2068}\(value)\u{2069}"
  }
}

private let current = Mutex(Wording())

/// Sets the style of all later sentences. A program with windows calls this before it creates a sentence.
public func use(_ wording: Wording) { current.withLock { $0 = wording } }

var ownWording: Wording { current.withLock { $0 } }

/// Returns a sentence in the screen's digits. Names such as F5 keep their digits.
public func inOwnDigits(sentence: String) -> String {
  let wording = ownWording
  return wording.zero == "0" ? sentence : wording.inWords(sentence)
}

/// Returns a number in the screen's digits. The text must consist of digits, as in a year.
public func inOwnDigits(_ text: String) -> String { ownWording.digits(text) }

