// SPDX-License-Identifier: GPL-3.0-or-later
import BigInt

extension Rational {
  /// Appends it in ASCII, rounded half away from zero to `places` decimals and written plainly: `-1234.50`.
  public func append(places: Int, to bytes: inout [UInt8]) {
    let (start, places) = (bytes.count, max(places, 0))
    switch storage {
    case .small(let n, let d): Self.append(n.magnitude, d.magnitude, places: places, to: &bytes)
    case .big: Self.append(scaledInteger(places: places).digits, places: places, to: &bytes)
    }
    // A number that rounds to zero has no sign.
    if signum < 0, bytes[start...].contains(where: { $0 > UInt8(ascii: "0") }) {
      bytes.insert(UInt8(ascii: "-"), at: start)
    }
  }

  /// Long division by machine words, up to eighteen digits at a step.
  private static func append(_ n: UInt64, _ d: UInt64, places: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var (whole, rest) = n.quotientAndRemainder(dividingBy: d)
    bytes.append(decimal: whole)
    if places > 0 { bytes.append(UInt8(ascii: ".")) }
    var left = places
    while left > 0 {
      let step = min(left, 18)
      (whole, rest) = d.dividingFullWidth(rest.multipliedFullWidth(by: shortPowers[step]))
      bytes.append(decimal: whole, width: step)
      left -= step
    }
    guard rest > 0, rest >= d - rest else { return }
    for index in bytes.indices[start...].reversed() where bytes[index] != UInt8(ascii: ".") {
      if bytes[index] < UInt8(ascii: "9") { return bytes[index] += 1 }
      bytes[index] = UInt8(ascii: "0")
    }
    bytes.insert(UInt8(ascii: "1"), at: start)
  }

  private static func append(_ digits: String, places: Int, to bytes: inout [UInt8]) {
    let digits = Array(digits.utf8)
    let all = [UInt8](repeating: UInt8(ascii: "0"), count: max(places + 1 - digits.count, 0)) + digits
    bytes += all.dropLast(places)
    if places > 0 { bytes.append(UInt8(ascii: ".")) }
    bytes += all.suffix(places)
  }

  /// How many decimals it has, nil when they never end (a prime other than 2 and 5 in the denominator).
  public var terminatingPlaces: Int? {
    switch reduced.storage {
    case .small(_, let d): Self.places(ofOneIn: d)
    case .big(_, let d): Self.places(ofOneIn: d)
    }
  }

  private static func places(ofOneIn denominator: some BinaryInteger) -> Int? {
    let twos = denominator.trailingZeroBitCount
    var (rest, fives) = (denominator >> twos, 0)
    while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
    return rest == 1 ? max(twos, fives) : nil
  }

  /// The exponent of the first significant digit: 0 for 1…9, −2 for 0.05; 0 for zero.
  public var leadingExponent: Int {
    guard signum != 0 else { return 0 }
    if case .small(let n, let d) = storage {
      let (n, d) = (UInt128(n.magnitude), UInt128(d.magnitude))
      let guess = Self.digits(of: n) - Self.digits(of: d)
      let power = UInt128(Self.shortPowers[abs(guess)])
      return (guess >= 0 ? n < d * power : n * power < d) ? guess - 1 : guess
    }
    let (n, d) = (numerator.magnitude, denominator.magnitude)
    let guess = String(n).count - String(d).count
    let power = BigUInt(10).power(abs(guess))
    return (guess >= 0 ? n < d * power : n * power < d) ? guess - 1 : guess
  }

  private static func digits(of number: UInt128) -> Int {
    shortPowers.firstIndex { number < $0 } ?? shortPowers.count
  }
}

extension [UInt8] {
  /// In decimal, with zeros before it up to `width` digits.
  fileprivate mutating func append(decimal number: UInt64, width: Int = 1) {
    let start = count
    var rest = number
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0 || count - start < width
    self[start...].reverse()
  }
}
