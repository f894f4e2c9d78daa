// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Caches a table's conversion paths for each day. A full cache discards only paths that weren't used recently.
struct PathCache {
  struct Key: Hashable {
    let from: Currency
    var to: Currency
    let day: Day?
    var rule: UInt8 = 0

    /// The whole key as one number, because hashing one number takes half the time of hashing the separate values.
    fileprivate var packed: UInt64 {
      // Years have at most four digits, so 24 bits are enough for a day.
      let day = day.map { UInt64(UInt32(bitPattern: $0.number) & 0xFF_FFFF) | 0x100_0000 } ?? 0
      return (UInt64(from.number) << 15 | UInt64(to.number)) << 33 | day << 8 | UInt64(rule)
    }
  }

  struct Entry {
    enum Way {
      case rate(Rational)
      /// A path on which a law requires rounding. It is stored indirectly, so that entries without rounding stay small.
      indirect case route(ConversionPath)
    }

    let way: Way
    let minorUnit: Int
    let tail: [UInt8]
    let end: [UInt8]

    func convert(_ amount: Rational) -> Rational {
      switch way {
      case .rate(let rate): amount * rate
      case .route(let route): route.convert(amount)
      }
    }
  }

  /// The errors of paths. They are separate from the entries, because an error is larger.
  private var faults = Generations<RateError>(most: 1 << 16)
  private var entries: Generations<Entry>
  private var pairs: [(from: Currency, to: Currency)] = []
  private let mostPairs = 64

  /// Creates a cache. `most`: the maximum entries in each half, by default enough for 20 currencies and 20 years.
  init(most: Int = 1 << 18) {
    entries = Generations(most: most)
  }

  mutating func entry(_ key: Key) -> Result<Entry, RateError>? {
    let packed = key.packed
    return entries.value(packed).map { .success($0) } ?? faults.value(packed).map { .failure($0) }
  }

  mutating func enter(_ key: Key, _ entry: Entry) { entries.set(key.packed, entry) }

  /// Resolves all earlier rows' pairs for the day of `key`, because later rows of this day usually need these pairs.
  mutating func enter(_ key: Key, _ resolver: Result<Resolver, RateError>, as entry: (ConversionPath) -> Entry) {
    if !pairs.contains(where: { $0 == (key.from, key.to) }) {
      if pairs.count == mostPairs { pairs.removeFirst() }
      pairs.append((key.from, key.to))
    }
    for (from, to) in pairs {
      let packed = Key(from: from, to: to, day: key.day, rule: key.rule).packed
      guard entries.value(packed) == nil, faults.value(packed) == nil else { continue }
      do throws(RateError) {
        entries.set(packed, entry(try resolver.get().route(from: from, to: to)))
      } catch {
        faults.set(packed, error)
      }
    }
  }
}

/// Stores values in two halves. A used value moves to the newer half. A full newer half replaces the older half.
private struct Generations<Value> {
  private var (newer, older): ([UInt64: Value], [UInt64: Value]) = ([:], [:])
  private let most: Int

  init(most: Int) {
    self.most = most
  }

  mutating func value(_ key: UInt64) -> Value? {
    if let value = newer[key] { return value }
    guard let value = older[key] else { return nil }
    set(key, value)
    return value
  }

  mutating func set(_ key: UInt64, _ value: Value) {
    if newer.count >= most { (older, newer) = (newer, [:]) }
    newer[key] = value
  }
}
