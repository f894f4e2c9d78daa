// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension RatesWorkflow {
  /// The rates of several providers on one day: the first one's, and per currency what it lacks from the next.
  ///
  /// Providers without stored rates for the day are passed over; throws the first one's failure where none has any.
  public func table(of order: [ProviderID], on day: Day?) async throws(RatesFailure) -> RateTable {
    var (first, others, failure) = (RateTable?.none, [RateTable](), RatesFailure?.none)
    for id in order {
      do {
        guard let first else {
          first = try await table(of: id, on: day)
          continue
        }
        others.append(try await table(of: id, standingInFor: first, isNewest: day == nil))
      } catch {
        guard error.isAboutOneProvider else { throw error }
        failure = failure ?? error
      }
    }
    guard let first else { throw failure ?? .unknownProvider("") }
    return first.falling(backOn: others)
  }

  /// What a later provider says on the first one's day; where it begins after that, its newest serves as well.
  private func table(
    of id: ProviderID, standingInFor first: RateTable, isNewest: Bool
  ) async throws(RatesFailure) -> RateTable {
    do {
      return try await table(of: id, on: first.day)
    } catch {
      guard isNewest, error.isAboutOneProvider else { throw error }
      return try await table(of: id, on: nil)
    }
  }
}

extension RatesFailure {
  /// Whether another provider may still have what was asked for.
  fileprivate var isAboutOneProvider: Bool {
    if case .rate = self { true } else { false }
  }
}
