// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The routes that a table has needed so far: each pair is resolved once a day.
struct RouteBook {
  struct Key: Hashable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  /// What each row of a pair and day says alike.
  struct Entry {
    /// Nil where the law rounds on the way.
    let rate: Rational?
    let route: Route?
    let minorUnit: Int
    /// The fields behind the value, as they are written.
    let tail: [UInt8]

    func convert(_ amount: Rational) -> Rational { rate.map { amount * $0 } ?? route?.convert(amount) ?? .zero }
  }

  /// A table of every pair on every day must not fill the memory; ten years of thirteen pairs in any order are not read
  /// twice, for a day costs milliseconds.
  private static let (mostEntries, mostPairs) = (65_536, 64)
  private var entries: [Key: Result<Entry, RateError>] = [:]
  private var pairs: [(from: Currency, to: Currency)] = []

  func entry(_ key: Key) -> Result<Entry, RateError>? { entries[key] }

  /// Resolves all pairs that were asked for on any day: a table that has a day once has it often.
  mutating func enter(_ key: Key, _ resolver: Result<Resolver, RateError>, as entry: (Route) -> Entry) {
    if entries.count > Self.mostEntries { entries.removeAll(keepingCapacity: true) }
    if !pairs.contains(where: { $0 == (key.from, key.to) }) {
      if pairs.count == Self.mostPairs { pairs.removeAll() }
      pairs.append((key.from, key.to))
    }
    for (from, to) in pairs {
      let key = Key(from: from, to: to, day: key.day)
      guard entries[key] == nil else { continue }
      do throws(RateError) {
        entries[key] = .success(entry(try resolver.get().route(from: from, to: to)))
      } catch {
        entries[key] = .failure(error)
      }
    }
  }
}
