// SPDX-License-Identifier: GPL-3.0-or-later

/// A currency's values in the provider's home currency, split into periods in which the same laws apply.
public struct HomeCurrencySeries: Sendable {
  enum Value: Sendable {
    case fixed(Rational)
    /// The quoted values of `end`, multiplied by `factor`. One unit of the series' currency is `factor` units of `end`.
    case points(ArraySlice<RateSeries.Point>, end: Currency, factor: Rational)
  }

  private let sections: [(days: ClosedRange<Day>, value: Value)]

  /// Creates the series. `observed`: each currency's values in home currency, from `carryLimit` days before `days`.
  public init(
    of currency: Currency, at provider: Provider, on days: ClosedRange<Day>,
    observed: [Currency: [RateSeries.Point]], catalogue: CurrencyCatalogue
  ) {
    let laws = catalogue.laws(touching: currency, home: provider.home)
    let starts = Self.starts(of: days, provider, observed, laws)
    sections = starts.indices.map { index in
      let first = starts[index]
      let last = index + 1 < starts.count ? starts[index + 1] - 1 : days.upperBound
      let way = catalogue.legalPath(from: currency, on: first, home: provider.home) { currency in
        observed[currency]?.holds(on: first, provider) ?? false
      }
      guard way.end != provider.home else { return (first...last, .fixed(way.factor)) }
      let points = observed[way.end]?.between(first, last) ?? []
      let all =
        way.laws.isEmpty ? points : points.map { RateSeries.Point(day: $0.day, rate: $0.rate * way.factor) }[...]
      return (first...last, .points(all, end: way.end, factor: way.factor))
    }
  }

  public var isEmpty: Bool {
    sections.allSatisfy { if case .points(let points, _, _) = $0.value { points.isEmpty } else { false } }
  }

  /// Returns the days on which the path to the home currency may change, because a law or quotes begin or end.
  private static func starts(
    of days: ClosedRange<Day>, _ provider: Provider, _ observed: [Currency: [RateSeries.Point]], _ laws: [LegalRate]
  ) -> [Day] {
    var starts: Set<Day> = [days.lowerBound]
    for law in laws { starts.formUnion([law.from, law.until.map { $0 + 1 }].compactMap { $0 }) }
    // If no law applies, ignore the quotes, because each currency then has a single path to the home currency.
    for points in laws.isEmpty ? [] : Array(observed.values) {
      var before = Day?.none
      for point in points {
        if before.map({ point.day > provider.lastDay(of: $0) }) ?? true { starts.insert(point.day) }
        if let before, point.day > provider.lastDay(of: before) { starts.insert(provider.lastDay(of: before) + 1) }
        before = point.day
      }
      if let before { starts.insert(provider.lastDay(of: before) + 1) }
    }
    return starts.filter(days.contains).sorted()
  }

  func beside(_ other: HomeCurrencySeries) -> [(days: ClosedRange<Day>, Value, Value)] {
    var (both, i, j) = ([(days: ClosedRange<Day>, Value, Value)](), 0, 0)
    while i < sections.count, j < other.sections.count {
      let (a, b) = (sections[i], other.sections[j])
      let days = max(a.days.lowerBound, b.days.lowerBound)...min(a.days.upperBound, b.days.upperBound)
      both.append((days, a.value.within(days), b.value.within(days)))
      if a.days.upperBound <= b.days.upperBound { i += 1 }
      if b.days.upperBound <= a.days.upperBound { j += 1 }
    }
    return both
  }
}

extension HomeCurrencySeries.Value {
  fileprivate func within(_ days: ClosedRange<Day>) -> Self {
    guard case .points(let points, let end, let factor) = self, let first = points.first, let last = points.last,
      first.day < days.lowerBound || last.day > days.upperBound
    else { return self }
    return .points(points.between(days.lowerBound, days.upperBound), end: end, factor: factor)
  }
}

extension RandomAccessCollection<RateSeries.Point> where Index == Int {
  fileprivate func holds(on day: Day, _ provider: Provider) -> Bool {
    let after = partitioningIndex { $0.day > day }
    return after > startIndex && day <= provider.lastDay(of: self[after - 1].day)
  }

  fileprivate func between(_ first: Day, _ last: Day) -> SubSequence {
    let start = partitioningIndex { $0.day >= first }
    return self[start..<Swift.max(start, partitioningIndex { $0.day > last })]
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element is past a limit. The elements are sorted, so all later ones are past it too.
  @inlinable
  public func partitioningIndex(where isPast: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension CurrencyCatalogue {
  public func laws(touching currency: Currency, home: Currency) -> [LegalRate] {
    var (laws, reached, waiting) = ([LegalRate](), Set([currency]), [currency])
    while let next = waiting.popLast() {
      guard next != home else { continue }
      let touching = legalRates.filter { $0.retired == next || $0.kind == .redenomination && $0.successor == next }
      laws += touching
      let ends = touching.flatMap { [$0.retired, $0.successor] }
      waiting += ends.filter { reached.insert($0).inserted }
    }
    return laws
  }

  public func quotable(for currency: Currency, home: Currency) -> Set<Currency> {
    Set(laws(touching: currency, home: home).flatMap { [$0.retired, $0.successor] } + [currency]).subtracting([home])
  }
}
