// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Caches the rates of plain rows as fractions of two 64-bit numbers. Each rate has its text for the output.
struct PlainRates: Sendable {
  struct Entry {
    /// Zero if the rate isn't a fraction of 64-bit numbers. `TableConversion` then converts the rows with this rate.
    let numerator: UInt64
    let denominator: UInt64
    /// The index of the block with the text. `offset`: the text's start in the block. `length`: the text's length.
    fileprivate let block: UInt32
    fileprivate let offset: UInt16
    fileprivate let length: UInt16
  }

  /// Rates that were calculated but aren't in the cache yet.
  struct Batch: Sendable {
    fileprivate struct Part {
      let numerator: UInt64
      let denominator: UInt64
      let text: Range<Int>
    }

    /// Each key with the index of its group in `groups`. The index is -1 if a `Resolver` must convert the row.
    fileprivate var keys: [(key: Key, group: Int)] = []
    /// A currency's rates for all targets on a day. `newest`: the day of the newest rate used, nil if unknown.
    fileprivate var groups: [(from: UInt16, newest: Int32?, parts: Range<Int>)] = []
    fileprivate var parts: [Part] = []
    fileprivate var texts: [UInt8] = []

    fileprivate mutating func append(_ rate: Rational, _ text: Range<Int>) {
      let (numerator, denominator) = rate.words ?? (0, 1)
      let isPositive = numerator > 0 && text.count <= UInt8.max
      parts.append(
        Part(
          numerator: isPositive ? numerator.magnitude : 0, denominator: denominator.magnitude,
          text: isPositive ? text : 0..<0))
    }
  }

  struct Key: Hashable, Comparable, Sendable {
    let from: UInt16
    let day: Int32

    static func < (a: Key, b: Key) -> Bool { a.from == b.from ? a.day < b.day : a.from < b.from }
  }

  /// The days that can be cached, from 1970 to 2105.
  static let days = Int32(0)..<49_710
  private static let mostEntries = 1 << 19
  private static let blockSize = 1 << 16

  let targets: [Currency]
  private let rule: NamedRule?
  private let fields: TableFields
  /// The index in `byDay` for each currency number. -1 if the currency has no index yet.
  private var indices = [Int16](repeating: -1, count: Currency.count)
  /// The position in `entries` of the first target's entry, by currency and day. Counted from 1, and 0 means unknown.
  private var byDay: [[UInt32]] = []
  /// The position in `entries` by currency and by the newest rate's day, so days with the same rates share entries.
  private var byNewest: [[UInt32]] = []
  private var entries: [Entry] = []
  private var blocks: [[UInt8]] = []
  private(set) var longestText = 0

  init(_ form: TableForm, _ fields: TableFields) {
    (targets, rule, self.fields) = (form.targets, form.rule, fields)
  }

  func place(_ key: Key) -> UInt32 { place(key, byDay) }

  func entry(_ place: UInt32, target: Int) -> Entry { entries[Int(place) - 1 + target] }

  func text<Result>(_ entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    blocks[Int(entry.block)].withUnsafeBufferPointer { block in
      body(UnsafeBufferPointer(rebasing: block[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]))
    }
  }

  mutating func limit() {
    guard entries.count > Self.mostEntries else { return }
    indices = [Int16](repeating: -1, count: Currency.count)
    (byDay, byNewest, entries, blocks) = ([], [], [], [])
  }

  /// Calculates the rates for `keys`, which must be in ascending order.
  func batch(_ keys: ArraySlice<Key>, _ direct: DirectRates?) -> Batch {
    var batch = Batch()
    let source = fields.field(direct?.provider.id.name ?? "")
    var rates: [(value: Rational, oldest: Day?)] = []
    next: for key in keys {
      rates.removeAll(keepingCapacity: true)
      let (from, day) = (Currency(number: Int(key.from)), Day(number: key.day))
      var newest = Int32.min
      for target in targets {
        if target == from, let path = direct?.route(from: from, to: from, on: day, by: rule) {
          rates.append((path.value, nil))
        } else if let rate = direct?.rate(from: from, to: target, on: day, by: rule) {
          rates.append((rate.value, rate.oldest))
          newest = max(newest, rate.newest.number)
        } else {
          batch.keys.append((key, -1))
          continue next
        }
      }
      if newest == .min { newest = key.day }
      if let last = batch.groups.last, last.from == key.from, last.newest == newest {
        batch.keys.append((key, batch.groups.count - 1))
        continue
      }
      let start = batch.parts.count
      for (value, oldest) in rates {
        let text = batch.texts.count
        if let oldest {
          fields.append(value, source: source, observed: oldest, to: &batch.texts)
        } else {
          batch.texts += fields.same
        }
        batch.append(value, text..<batch.texts.count)
      }
      batch.keys.append((key, batch.groups.count))
      batch.groups.append((key.from, newest, start..<batch.parts.count))
    }
    return batch
  }

  mutating func add(_ batch: Batch, _ book: inout PathCache) {
    var places: [UInt32] = []
    for group in batch.groups { places.append(add(group, batch)) }
    for (key, group) in batch.keys {
      guard let place = group < 0 ? known(key, &book) : places[group] else { continue }
      let index = index(of: key.from)
      Self.set(place, key.day, &byDay[index])
    }
  }

  private mutating func add(_ group: (from: UInt16, newest: Int32?, parts: Range<Int>), _ batch: Batch) -> UInt32 {
    let key = group.newest.map { Key(from: group.from, day: $0) }
    if let key, case let place = place(key, byNewest), place > 0 { return place }
    let place = UInt32(entries.count + 1)
    for part in batch.parts[group.parts] { append(part, batch.texts[part.text]) }
    if let key {
      let index = index(of: key.from)
      Self.set(place, key.day, &byNewest[index])
    }
    return place
  }

  private mutating func known(_ key: Key, _ book: inout PathCache) -> UInt32? {
    let (from, day) = (Currency(number: Int(key.from)), Day(number: key.day))
    var batch = Batch()
    for target in targets {
      guard case .success(let entry)? = book.entry(PathCache.Key(from: from, to: target, day: day)),
        case .rate(let rate) = entry.way
      else { return nil }
      let start = batch.texts.count
      batch.texts += entry.tail
      batch.append(rate, start..<batch.texts.count)
    }
    return add((key.from, nil, batch.parts.indices), batch)
  }

  private mutating func append(_ part: Batch.Part, _ text: ArraySlice<UInt8>) {
    if blocks.last.map({ $0.count + text.count > Self.blockSize }) ?? true {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
    }
    let last = blocks.count - 1
    entries.append(
      Entry(
        numerator: part.numerator, denominator: part.denominator, block: UInt32(last),
        offset: UInt16(truncatingIfNeeded: blocks[last].count), length: UInt16(text.count)))
    blocks[last] += text
    longestText = max(longestText, text.count)
  }

  private func place(_ key: Key, _ days: [[UInt32]]) -> UInt32 {
    let index = Int(indices[Int(key.from)])
    guard index >= 0, Int(key.day) < days[index].count, key.day >= 0 else { return 0 }
    return days[index][Int(key.day)]
  }

  private mutating func index(of from: UInt16) -> Int {
    if indices[Int(from)] < 0 {
      indices[Int(from)] = Int16(byDay.count)
      byDay.append([])
      byNewest.append([])
    }
    return Int(indices[Int(from)])
  }

  private static func set(_ place: UInt32, _ day: Int32, _ days: inout [UInt32]) {
    guard day >= 0 else { return }
    if day >= days.count {
      days += [UInt32](repeating: 0, count: (Int(day) / 366 + 1) * 366 - days.count)
    }
    days[Int(day)] = place
  }
}
