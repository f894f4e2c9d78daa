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
    var bytes: [UInt8] = []
    append(places: places, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All its decimals where they end; otherwise rounded to `significant` digits. No trailing zeros.
  public func exactText(significant: Int = 28) -> String {
    if let places = terminatingPlaces { return text(places: places) }
    return trimmedText(places: significant - 1 - leadingExponent)
  }

  /// Rounded to `significant` digits, without trailing zeros; integers keep all their digits.
  public func text(significant: Int) -> String {
    guard signum != 0 else { return "0" }
    return trimmedText(places: significant - 1 - leadingExponent)
  }

  private func trimmedText(places: Int) -> String {
    var bytes: [UInt8] = []
    append(places: places, to: &bytes)
    if bytes.contains(UInt8(ascii: ".")) {
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

extension Rational: CustomStringConvertible {
  public var description: String { exactText() }
}
