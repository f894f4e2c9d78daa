// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension RatesWorkflow {
  /// The way of a middle rate once more, as its bank itself sells the first currency for the second; nil where the bank
  /// has no rates that it buys or sells at.
  public func selling(beside middle: Route, on day: Day?) async -> Route? {
    guard let bank = middle.provider, middle.providers.count == 1 else { return nil }
    let table = try? await table(of: bank, on: day, .selling)
    guard let route = try? table?.route(from: middle.from, to: middle.to) else { return nil }
    return route.quotes.contains { $0.side != .middle } ? route : nil
  }
}
