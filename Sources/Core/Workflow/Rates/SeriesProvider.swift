// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// The provider whose series of these currencies is shown: the first that has them all, a late one after the others.
  ///
  /// A line is of one provider: two banks' fixings of one day are no movement. Where nobody has them all it is
  /// the first that has anything, which then says what it lacks.
  public func provider(
    charting currencies: [Currency], of order: [ProviderID]? = nil
  ) async throws(RatesFailure) -> Provider {
    var (first, late) = (Provider?.none, Provider?.none)
    let together = (order ?? self.order).compactMap { items[$0]?.provider }.countedTogether
    for provider in together.prefix(isStrict ? 1 : .max) {
      let pairs: [PairKey]
      do { pairs = try await database.pairs(of: provider.id).filter { side != .middle || $0.side == .middle } } catch {
        throw .storage(error)
      }
      guard !pairs.isEmpty else { continue }
      first = first ?? provider
      let quoted = Set(pairs.flatMap { [$0.base, $0.counter] })
      let isConnected = provider.direction != .statedPerRow || isOneWeb(currencies, pairs)
      guard isConnected, currencies.allSatisfy({ isCovered($0, by: quoted) }) else { continue }
      guard try await isLate(provider) else { return provider }
      late = late ?? provider
    }
    if let found = late ?? first { return found }
    return try await ratesInUse(on: nil, of: order).leading.provider
  }

  private func isLate(_ provider: Provider) async throws(RatesFailure) -> Bool {
    provider.isLate(newest: try await table(of: provider.id, on: nil).newest, now: clock())
  }

  /// Whether pairs, and what the law ties together, lead from each of these to each.
  private func isOneWeb(_ currencies: [Currency], _ pairs: [PairKey]) -> Bool {
    let ties = pairs.map { ($0.base, $0.counter) } + catalogue.legalRates.map { ($0.retired, $0.successor) }
    var reached = Set(currencies.prefix(1))
    while true {
      let next = ties.filter { reached.contains($0.0) != reached.contains($0.1) }
      if next.isEmpty { return reached.isSuperset(of: currencies) }
      reached.formUnion(next.flatMap { [$0.0, $0.1] })
    }
  }

  /// It has a quote of its own, or one of the money that the law ties it to.
  private func isCovered(_ currency: Currency, by quoted: Set<Currency>) -> Bool {
    quoted.contains(currency)
      || catalogue.legalRates.contains { law in
        law.retired == currency && quoted.contains(law.successor)
          || law.successor == currency && quoted.contains(law.retired)
      }
  }
}
