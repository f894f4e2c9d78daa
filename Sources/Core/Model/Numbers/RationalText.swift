// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt

extension Rational {
  /// A plain decimal literal: optional sign, digits, optional `.digits`, optional exponent; nil for anything else.
  ///
  /// Locale-free: what people type goes through `NumberSymbols` first. At most 10,000 digits and exponent ±400.
  public init?(text: some StringProtocol) {
    var (coefficient, scale, negative) = (BigUInt(0), 0, false)
    var (short, shortDigits) = (UInt64(0), 0)
    var (digits, seenPoint, exponent) = (0, false, 0)
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 10_000 else { return nil }
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      negative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    var long: [UInt8] = []
    scan: while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if seenPoint { scale += 1 }
        if shortDigits < 18 {
          short = short * 10 + UInt64(byte - UInt8(ascii: "0"))
          if short > 0 { shortDigits += 1 }
        } else {
          long.append(byte)
        }
      case UInt8(ascii: ".") where !seenPoint && digits > 0:
        seenPoint = true
        guard bytes.count > 1, isDigit(bytes[bytes.startIndex + 1]) else { return nil }
      case UInt8(ascii: "e") where digits > 0, UInt8(ascii: "E") where digits > 0:
        guard let value = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(value) <= 400 else {
          return nil
        }
        exponent = value
        bytes = []
        break scan
      default:
        return nil
      }
      bytes = bytes.dropFirst()
    }
    guard digits > 0 else { return nil }
    coefficient = BigUInt(short)
    if !long.isEmpty {
      guard let tail = BigUInt(String(decoding: long, as: UTF8.self)) else { return nil }
      coefficient = coefficient * BigUInt(10).power(long.count) + tail
    }
    let power = exponent - scale
    if long.isEmpty, power <= 0, power > -19 {
      self.init(small: negative ? -Int64(short) : Int64(short), Int64(Self.shortPowers[-power]))
    } else {
      let whole = Rational(reducing: BigInt(sign: negative ? .minus : .plus, magnitude: coefficient), 1)
      self = whole * .powerOfTen(power)
    }
  }

  /// Rounded half away from zero to `places` decimals and written plainly: `-1234.50`.
  public func text(places: Int) -> String {
    let integer = scaledInteger(places: max(places, 0))
    return Self.place(point: max(places, 0), in: integer.digits, negative: integer.isNegative)
  }

  /// All its decimals where they end; otherwise rounded to `significant` digits. No trailing zeros.
  public func exactText(significant: Int = 28) -> String {
    if let places = terminatingPlaces { return text(places: places) }
    let places = significant - 1 - leadingExponent
    return Self.trimmingZeros(text(places: max(places, 0)))
  }

  /// Rounded to `significant` digits, without trailing zeros; integers keep all their digits.
  public func text(significant: Int) -> String {
    guard signum != 0 else { return "0" }
    return Self.trimmingZeros(text(places: max(significant - 1 - leadingExponent, 0)))
  }

  /// How many decimals it has, nil when they never end (a prime other than 2 and 5 in the denominator).
  public var terminatingPlaces: Int? {
    var rest = Rational(reducing: numerator, denominator).denominator
    var (twos, fives) = (0, 0)
    while rest % 2 == 0 { (rest, twos) = (rest / 2, twos + 1) }
    while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
    return rest == 1 ? max(twos, fives) : nil
  }

  /// The exponent of the first significant digit: 0 for 1…9, −2 for 0.05; 0 for zero.
  public var leadingExponent: Int {
    let (n, d) = (numerator.magnitude, denominator.magnitude)
    guard n != 0 else { return 0 }
    var guess = String(n).count - String(d).count
    let power = BigUInt(10).power(abs(guess))
    if guess >= 0 ? n < d * power : n * power < d { guess -= 1 }
    return guess
  }

  private static func place(point places: Int, in digits: String, negative: Bool) -> String {
    var padded = digits
    if padded.utf8.count <= places {
      padded = String(repeating: "0", count: places + 1 - padded.utf8.count) + padded
    }
    let sign = negative ? "-" : ""
    guard places > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  private static func trimmingZeros(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var trimmed = Substring(text)
    while trimmed.hasSuffix("0") { trimmed.removeLast() }
    if trimmed.hasSuffix(".") { trimmed.removeLast() }
    return String(trimmed)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

extension Rational: CustomStringConvertible {
  public var description: String { exactText() }
}
