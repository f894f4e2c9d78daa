// SPDX-License-Identifier: GPL-3.0-or-later

/// A currency's ISO 4217 code: three letters A–Z.
public struct Currency: Hashable, Sendable {
  /// The three letters. The first is in the highest byte, so that the order is alphabetical.
  private let packed: UInt32

  /// Accepts three ASCII letters in upper or lower case. Only the catalogue knows whether ISO lists the code.
  public init?(_ code: some StringProtocol) {
    self.init(ascii: code.utf8)
  }

  public init?(ascii code: some Collection<UInt8>) {
    guard code.count == 3 else { return nil }
    var packed: UInt32 = 0
    for byte in code {
      let upper = byte & 0xDF
      guard upper >= UInt8(ascii: "A"), upper <= UInt8(ascii: "Z"), byte >= UInt8(ascii: "A") else { return nil }
      packed = packed << 8 | UInt32(upper)
    }
    self.packed = packed
  }

  private init(known code: StaticString) {
    packed = code.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  public var code: String {
    String(decoding: [UInt8(packed >> 16), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF)], as: UTF8.self)
  }

  /// The index of the code among all codes of three letters: 0 for AAA, 17,575 for ZZZ.
  public var number: Int {
    let (first, second, third) = (Int(packed >> 16), Int(packed >> 8 & 0xFF), Int(packed & 0xFF))
    return ((first - 65) * 26 + second - 65) * 26 + third - 65
  }

  public static let count = 26 * 26 * 26

  public init(number: Int) {
    packed = UInt32(65 + number / 676 % 26) << 16 | UInt32(65 + number / 26 % 26) << 8 | UInt32(65 + number % 26)
  }

  public static let eur = Currency(known: "EUR")
  public static let usd = Currency(known: "USD")
  public static let gbp = Currency(known: "GBP")
  public static let jpy = Currency(known: "JPY")
  public static let chf = Currency(known: "CHF")
}

extension Currency: Comparable, CustomStringConvertible {
  public static func < (a: Currency, b: Currency) -> Bool { a.packed < b.packed }
  public var description: String { code }
}

extension Currency {
  /// The currencies by turnover in April 2022 (BIS, Triennial Central Bank Survey, OTC foreign exchange turnover).
  public static let mostTraded: [Currency] =
    "USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY"
    .split(separator: " ").compactMap { Currency(String($0)) }
}
