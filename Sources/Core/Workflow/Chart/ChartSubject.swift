// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The subject of a chart: one currency counted in one to four others.
public struct ChartSubject: Hashable, Sendable {
  /// More lines than this cannot be told apart.
  public static let mostLines = 4

  public let base: Currency
  public let counters: [Currency]

  /// Nil without a counter, with too many, or with the same currency twice.
  public init?(base: Currency, counters: [Currency]) {
    guard (1...Self.mostLines).contains(counters.count), Set(counters + [base]).count == counters.count + 1
    else {
      return nil
    }
    self.base = base
    self.counters = counters
  }

  /// Reads `EUR/USD` or `EUR/USD,GBP`.
  public init?(text: some StringProtocol) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, let base = Currency(sides[0]) else { return nil }
    let counters = sides[1].split(separator: ",", omittingEmptySubsequences: false).map { Currency($0) }
    guard counters.allSatisfy({ $0 != nil }) else { return nil }
    self.init(base: base, counters: counters.compactMap { $0 })
  }

  /// Whether lines are compared.
  public var isComparison: Bool { counters.count > 1 }

  /// Whether one more line can be told apart from these.
  public var hasRoom: Bool { counters.count < Self.mostLines }

  /// With one line less; nil where it is the only one.
  public func removing(_ counter: Currency) -> ChartSubject? {
    ChartSubject(base: base, counters: counters.filter { $0 != counter })
  }

  /// The pair under which range and options are remembered.
  var pair: String { "\(base)/\(counters[0])" }
}

extension ChartSubject: CustomStringConvertible {
  /// `EUR/USD,GBP`.
  public var description: String { "\(base)/\(counters.map(\.code).joined(separator: ","))" }
}
