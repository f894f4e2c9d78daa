// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The paths that a table has needed. Each pair is resolved once per day.
struct PathCache {
  struct Key: Hashable {
    let from: Currency
    var to: Currency
    let day: Day?
    var rule: UInt8 = 0
  }

  struct Entry {
    enum Way {
      case rate(Rational)
      /// A path on which the law rounds. Boxed, to keep the other case small.
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

  /// The limits save memory, yet ten years of thirteen pairs fit. Loading a day costs as much as hundreds of rows.
  private static let (mostEntries, mostPairs) = (65_536, 64)
  private var entries: [Key: Entry] = [:]
  /// Separate from the entries, because an error is larger.
  private var faults: [Key: RateError] = [:]
  private var pairs: [(from: Currency, to: Currency)] = []

  func entry(_ key: Key) -> Result<Entry, RateError>? {
    entries[key].map { .success($0) } ?? faults[key].map { .failure($0) }
  }

  /// Resolves all requested pairs on any new day, because a day usually repeats.
  mutating func enter(_ key: Key, _ resolver: Result<Resolver, RateError>, as entry: (ConversionPath) -> Entry) {
    if entries.count + faults.count > Self.mostEntries {
      entries.removeAll(keepingCapacity: true)
      faults.removeAll(keepingCapacity: true)
    }
    if !pairs.contains(where: { $0 == (key.from, key.to) }) {
      if pairs.count == Self.mostPairs { pairs.removeAll() }
      pairs.append((key.from, key.to))
    }
    for (from, to) in pairs {
      let key = Key(from: from, to: to, day: key.day, rule: key.rule)
      guard self.entry(key) == nil else { continue }
      do throws(RateError) {
        entries[key] = entry(try resolver.get().route(from: from, to: to))
      } catch {
        faults[key] = error
      }
    }
  }
}
