// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
import KursStorage

/// A rate that waits for the person's word and, if it is right, is newer than the one in use.
public struct Doubt: Hashable, Sendable, Identifiable {
  public let id: Int64
  public let suspect: SuspectQuote
  /// The currency that all quotes of its provider have on one side: the doubt is about the other.
  public let home: Currency
  /// The publisher, and the provider that it contradicts, which is nil if the rate moved too far.
  public let publisher: String
  public var other: String?

  /// Whether a currency's rate would be another if it were right.
  public func concerns(_ currency: Currency) -> Bool {
    currency != home && [suspect.quote.base, suspect.quote.counter].contains(currency)
  }
}

extension RatesWorkflow {
  /// Waiting doubts that would change the newest rates of providers in use, the newest first.
  func doubts() async throws(RatesFailure) -> [Doubt] {
    var doubts: [Doubt] = []
    var newest: [ProviderID: [PairKey: Day]] = [:]
    for entry in try await quarantined() where order.contains(entry.suspect.quote.provider) {
      // Doubts about a buying or selling rate that is not in use are not shown.
      if side == .middle, entry.suspect.quote.side != .middle { continue }
      let (quote, reason) = (entry.suspect.quote, entry.suspect.reason)
      guard let provider = items[quote.provider]?.provider else { continue }
      let (home, publisher) = (provider.home, provider.attribution)
      if newest[quote.provider] == nil {
        let stored = try await newestQuotes(of: quote.provider, withSides: true)
        newest[quote.provider] = Dictionary(stored.map { ($0.pair, $0.observation.day) }, uniquingKeysWith: max)
      }
      let last = newest[quote.provider]?[quote.pair]
      guard last.map({ quote.observation.day >= $0 }) ?? true else { continue }
      switch reason {
      case .jump:
        doubts.append(Doubt(id: entry.id, suspect: entry.suspect, home: home, publisher: publisher))
      case .contradicted(let id):
        let other = items[id]?.provider.attribution ?? id.name
        doubts.append(Doubt(id: entry.id, suspect: entry.suspect, home: home, publisher: publisher, other: other))
      // Accepting it would not change a rate of today.
      case .notPositive, .unknownCode, .future, .past, .outsideLife: continue
      }
    }
    return doubts.sorted { ($0.suspect.quote.observation.day, $0.id) > ($1.suspect.quote.observation.day, $1.id) }
  }
}
