// SPDX-License-Identifier: GPL-3.0-or-later

public struct NumberFormat: Sendable {
  public let symbols: NumberSymbols
  private let digits: [[UInt8]]
  private let group: [UInt8]
  private let decimal: [UInt8]
  private let minus: [UInt8]

  public init(_ symbols: NumberSymbols) {
    self.symbols = symbols
    digits = (0..<10).map { Self.utf8(Unicode.Scalar(symbols.zero.value + $0) ?? symbols.zero) }
    group = Self.utf8(symbols.group)
    decimal = Self.utf8(symbols.decimal)
    minus = Array(symbols.minus.utf8)
  }

  /// Writes a decimal such as `-1234.50` in the form of the locale, such as `-1.234,50`.
  public func text(literal: some StringProtocol, grouped: Bool = true) -> String {
    let source = Array(literal.utf8)
    let start = source.first == UInt8(ascii: "-") ? 1 : 0
    let point = source.firstIndex(of: UInt8(ascii: ".")) ?? source.count
    let whole = point - start
    let groups = grouped && whole >= 3 + symbols.leastBeforeGroup
    var out: [UInt8] = []
    out.reserveCapacity(source.count * 2 + 16)
    if start == 1 { out += minus }
    for index in start..<source.count {
      let rest = point - index
      if index == point {
        out += decimal
        continue
      }
      if groups, rest < whole, rest >= 3, (rest - 3) % symbols.secondaryGroup == 0 { out += group }
      let digit = Int(source[index]) - 48
      if digits.indices.contains(digit) { out += digits[digit] } else { out.append(source[index]) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  public func text(_ number: Rational, places: Int, grouped: Bool = true) -> String {
    text(literal: number.text(places: places), grouped: grouped)
  }

  public func exactText(_ number: Rational, significant: Int = 28, grouped: Bool = true) -> String {
    text(literal: number.exactText(significant: significant), grouped: grouped)
  }

  private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] { Array(String(Character(scalar)).utf8) }
}

extension NumberFormat {
  public func amountText(_ money: Money, minorUnit: Int) -> String {
    text(money.amount, places: money.shownPlaces(minorUnit: minorUnit))
  }

  /// Writes amount and code in the locale's order, such as `CHF 1’234.50`.
  public func text(_ money: Money, minorUnit: Int) -> String {
    let amount = amountText(money, minorUnit: minorUnit)
    return switch symbols.codePosition {
    case .before: "\(money.currency.code)\u{A0}\(amount)"
    case .after: "\(amount)\u{A0}\(money.currency.code)"
    }
  }
}

public struct NumberSymbols: Hashable, Sendable {
  public enum CodePosition: Hashable, Sendable { case before, after }

  public let decimal: Unicode.Scalar
  public let group: Unicode.Scalar
  /// The digits in each group before the last: 2 in India (12,34,567). The last group always has three digits.
  public let secondaryGroup: Int
  /// The fewest digits that may come before the last group. If it is 2, 1234 has no separator.
  public let leastBeforeGroup: Int
  /// The digit zero. The other nine digits follow it in Unicode.
  public let zero: Unicode.Scalar
  /// The minus sign. It includes direction marks in right-to-left text.
  public private(set) var minus: String
  public let codePosition: CodePosition
  public let isRightToLeft: Bool
  /// Whether only plain numbers are read, with digits and a decimal point, as programs write them.
  public private(set) var isPlain = false

  /// The symbols that programs use in every locale: 1234.56 and 1e-5.
  public static let plain: NumberSymbols = {
    var symbols = english
    symbols.isPlain = true
    return symbols
  }()

  public static let english = NumberSymbols(
    decimal: ".", group: ",", secondaryGroup: 3, leastBeforeGroup: 1, zero: "0", minus: "-",
    codePosition: .before, isRightToLeft: false)
}

extension NumberSymbols {
  /// The decimal sign, group sign, zero and group sizes as one text. It is stored with each amount.
  public var form: String { "\(decimal)\(group)\(zero)\(secondaryGroup)\(leastBeforeGroup)" }

  /// Creates the symbols of a POSIX locale such as `de_CH.UTF-8@euro`. An unknown locale gets the English symbols.
  public init(posix name: String) {
    self.init(locale: LocaleName(posix: name))
  }

  public init?(known locale: LocaleName) {
    guard let symbols = NumberSymbolsTable.symbols(for: locale) else { return nil }
    self = symbols
  }

  /// Finds the symbols of the region, or else of the language. Uses English for an unknown locale.
  public init(locale: LocaleName) {
    self = NumberSymbolsTable.symbols(for: locale) ?? .english
  }

  /// Puts a direction mark before the minus, so that the minus appears before its number in right-to-left text.
  public func shown(in language: String) -> NumberSymbols {
    guard mark == nil, NumberSymbols(posix: language).isRightToLeft else { return self }
    var symbols = self
    symbols.minus = "\u{200E}" + minus
    return symbols
  }

  public var mark: Unicode.Scalar? {
    minus.unicodeScalars.first.flatMap { ["\u{200E}", "\u{200F}", "\u{061C}"].contains($0) ? $0 : nil }
  }
}

/// The parts of a POSIX locale: `de_CH.UTF-8@euro` is language `de` in region `CH`.
public struct LocaleName: Hashable, Sendable {
  /// The language by ISO 639. It is `en` for `C`, `POSIX` and an empty name.
  public let language: String
  public let region: String?
  /// The script by ISO 15924, such as `Cyrl`, from the modifier (`uz_UZ@cyrillic`).
  public let script: String?

  public init(posix name: String) {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let base = parts[0].prefix { $0 != "." }
    let fields = base.split(whereSeparator: { $0 == "_" || $0 == "-" })
    let language = fields.first?.lowercased() ?? ""
    self.language = ["", "c", "posix"].contains(language) ? "en" : language
    region = fields.dropFirst().first { $0.count == 2 }.map { $0.uppercased() }
    script = parts.count > 1 ? Self.scripts[parts[1].lowercased()] : nil
  }

  public var posix: String { [language, region].compactMap { $0 }.joined(separator: "_") }

  /// Finds the locale as setlocale(3) does: `LC_ALL`, then `category`, then `LANG`.
  public init(environment: [String: String], category: String) {
    let name = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    self.init(posix: name ?? "C")
  }

  /// Finds the language of messages as gettext does: the first in `LANGUAGE`, unless the locale is C.
  public init(ofWordsIn environment: [String: String]) {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let languageList = ["C", "POSIX"].contains(name) ? nil : environment["LANGUAGE"]?.split(separator: ":").first
    self.init(posix: languageList.map(String.init) ?? name)
  }

  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"]
}
