// SPDX-License-Identifier: GPL-3.0-or-later

/// A natural number of any length with a remainder operation, which `multipleOf` needs.
struct Magnitude: Sendable {
  /// The digits in base 2^32, least significant first, without leading zeros.
  private(set) var limbs: [UInt32] = []

  init(decimal digits: some Sequence<UInt8>) {
    var (chunk, factor): (UInt32, UInt32) = (0, 1)
    for digit in digits {
      chunk = chunk * 10 + UInt32(digit)
      factor *= 10
      if factor == 1_000_000_000 {
        append(chunk, factor)
        (chunk, factor) = (0, 1)
      }
    }
    if factor > 1 { append(chunk, factor) }
  }

  private mutating func append(_ chunk: UInt32, _ factor: UInt32) {
    var carry = UInt64(chunk)
    for place in limbs.indices {
      carry += UInt64(limbs[place]) * UInt64(factor)
      limbs[place] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  func isMultiple(of divisor: Magnitude) -> Bool {
    guard let last = divisor.limbs.last else { return limbs.isEmpty }
    if divisor.limbs.count == 1 {
      return limbs.reversed().reduce(UInt64(0)) { ($0 << 32 | UInt64($1)) % UInt64(last) } == 0
    }
    if limbs.count < divisor.limbs.count { return limbs.isEmpty }
    return Self.remainder(of: limbs, by: divisor.limbs).allSatisfy { $0 == 0 }
  }
}

extension Magnitude {
  // Returns the remainder by Knuth's algorithm D without the quotient (The Art of Computer Programming, vol. 2, 4.3.1).
  private static func remainder(of dividend: [UInt32], by divisor: [UInt32]) -> [UInt32] {
    let shift = divisor[divisor.count - 1].leadingZeroBitCount
    let divisor = shifted(divisor, by: shift).dropLast()
    var rest = shifted(dividend, by: shift)
    let size = divisor.count
    let (top, second) = (UInt64(divisor[size - 1]), UInt64(divisor[size - 2]))
    for place in stride(from: rest.count - size - 1, through: 0, by: -1) {
      let head = UInt64(rest[place + size]) << 32 | UInt64(rest[place + size - 1])
      var (guess, left) = head.quotientAndRemainder(dividingBy: top)
      while guess >> 32 != 0 || guess * second > (left << 32 | UInt64(rest[place + size - 2])) {
        guess -= 1
        left += top
        if left >> 32 != 0 { break }
      }
      if subtract(divisor, times: guess, from: &rest, at: place) { add(divisor, to: &rest, at: place) }
    }
    return rest
  }

  private static func shifted(_ limbs: [UInt32], by shift: Int) -> [UInt32] {
    var carry: UInt64 = 0
    var result = limbs.map { limb in
      carry |= UInt64(limb) << UInt64(shift)
      defer { carry >>= 32 }
      return UInt32(truncatingIfNeeded: carry)
    }
    result.append(UInt32(truncatingIfNeeded: carry))
    return result
  }

  private static func subtract(
    _ divisor: ArraySlice<UInt32>, times guess: UInt64, from rest: inout [UInt32], at place: Int
  ) -> Bool {
    var carry: UInt64 = 0
    var borrow: Int64 = 0
    for offset in 0...divisor.count {
      carry += offset < divisor.count ? guess * UInt64(divisor[offset]) : 0
      let difference = Int64(rest[place + offset]) - Int64(carry & 0xFFFF_FFFF) + borrow
      rest[place + offset] = UInt32(truncatingIfNeeded: difference)
      borrow = difference >> 32
      carry >>= 32
    }
    return borrow < 0
  }

  private static func add(_ divisor: ArraySlice<UInt32>, to rest: inout [UInt32], at place: Int) {
    var carry: UInt64 = 0
    for offset in 0...divisor.count {
      carry += UInt64(rest[place + offset]) + (offset < divisor.count ? UInt64(divisor[offset]) : 0)
      rest[place + offset] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
  }
}
