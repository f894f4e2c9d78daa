// SPDX-License-Identifier: GPL-3.0-or-later

/// The canonical form of a number: digits without leading or trailing zeros, and a power of ten.
struct DecimalForm: Hashable, Sendable {
  let isNegative: Bool
  /// The digits 0 to 9, most significant first. Empty for the number zero.
  let digits: ArraySlice<UInt8>
  /// The exponent of ten. The number is the integer of `digits` times ten to this power.
  let exponent: Int

  init(_ number: JSONNumber) {
    var read: [UInt8] = []
    var fraction = 0
    var power = (isNegative: false, value: 0)
    var part = Part.whole
    read.reserveCapacity(number.text.utf8.count)
    for byte in number.text.utf8 {
      switch (part, byte) {
      case (_, UInt8(ascii: ".")): part = .fraction
      case (.whole, 0x30...0x39): read.append(byte - 0x30)
      case (.fraction, 0x30...0x39):
        read.append(byte - 0x30)
        fraction += 1
      case (.power, 0x30...0x39): power.value = power.value * 10 + Int(byte - 0x30)
      case (.power, UInt8(ascii: "-")): power.isNegative = true
      case (_, UInt8(ascii: "e")), (_, UInt8(ascii: "E")): part = .power
      default: break
      }
    }
    let trailing = read.reversed().prefix { $0 == 0 }.count
    let significant = read.dropLast(trailing).drop { $0 == 0 }
    digits = significant
    isNegative = !significant.isEmpty && number.text.utf8.first == UInt8(ascii: "-")
    exponent = significant.isEmpty ? 0 : (power.isNegative ? -power.value : power.value) - fraction + trailing
  }

  private enum Part {
    case whole
    case fraction
    case power
  }

  var integer: Int? {
    guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
    var value = 0
    for digit in digits + repeatElement(0, count: exponent) {
      let (shifted, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (next, carried) =
        isNegative
        ? shifted.subtractingReportingOverflow(Int(digit)) : shifted.addingReportingOverflow(Int(digit))
      if overflowed || carried { return nil }
      value = next
    }
    return value
  }
}

extension DecimalForm: Comparable {
  static func < (left: DecimalForm, right: DecimalForm) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmallerMagnitude(than: left) : left.isSmallerMagnitude(than: right)
  }

  private func isSmallerMagnitude(than other: DecimalForm) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let places = (digits.count + exponent, other.digits.count + other.exponent)
    if places.0 != places.1 { return places.0 < places.1 }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
