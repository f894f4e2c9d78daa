// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a provider's rates on a route are of an earlier day than the one they stand for, and when the next come.
public struct Standstill: Hashable, Sendable {
  public let provider: Provider
  /// The newest of its observations on the route.
  public let observed: Day
  /// The day that it stands for.
  public let day: Day
  /// Why nothing came out since; nil where rates were due that are not here.
  public let closure: Publication.Closure?
  /// When newer ones come; nil for a day that is over, and where there is no timetable.
  public let next: Publication.Appointment?
}

extension Resolver {
  /// One for each provider, but for authorities, on a route whose rates had to be carried to the day asked for, or to now where none was.
  public func standstills(on route: Route, now: Timestamp) -> [Standstill] {
    let target = day ?? max(today, now.localDay)
    return route.providers.compactMap { id in
      let days = route.quotes.filter { $0.provider == id }.map(\.observation.day)
      guard let provider = provider(id), let observed = days.max(), observed < target, !provider.isPrescribed
      else { return nil }
      return Standstill(
        provider: provider, observed: observed, day: target, closure: provider.closure(from: observed, to: target),
        next: target < now.localDay ? nil : provider.nextPublication(after: now, newest: observed))
    }
  }
}

extension Provider {
  /// Why the rates of `observed` are the newest on `day`: a day of rest explains it only if nothing was due before it.
  fileprivate func closure(from observed: Day, to day: Day) -> Publication.Closure? {
    var between = observed - lead + 1
    while between < day {
      if publication.isDue(on: between) { return nil }
      between = between + 1
    }
    return publication.closure(on: day)
  }
}
