// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// The resolver for these days, with the person's own rates first.
  func resolvers(
    _ providers: ProviderOptions, on days: Set<Day?>, withOwn: Bool
  ) async throws -> @Sendable (Day?) -> Resolver {
    resolver(among: try await resolvers(providers, on: days, own: withOwn ? ownRates().holding(on: Self.today) : []))
  }

  /// The same for rates of the person's own that are known, and for days that a rule selects.
  func resolvers(
    _ providers: ProviderOptions, on days: Set<Day?>, by rule: NamedRule? = nil, own: [OwnRate]
  ) async throws -> [Day?: Resolver] {
    var (resolvers, newest) = ([Day?: Resolver](), Day?.none)
    for day in days {
      let inUse = try await ratesInUse(of: providers, RuleOptions.choice(on: day, by: rule, besides: .newest))
      resolvers[day] = inUse.resolver
      resolvers[day]?.use(own)
      newest = max(newest ?? inUse.leading.newest, inUse.leading.newest)
    }
    if let newest { doubtTheClock(newest) }
    return resolvers
  }

  /// One without any rates for days that nobody asked about.
  func resolver(among resolvers: [Day?: Resolver]) -> @Sendable (Day?) -> Resolver {
    let nobody = Resolver(
      day: nil, today: Self.today, lacking: .noRates(provider: core.bundle.provider), catalogue: core.catalogue)
    return { day in resolvers[day] ?? nobody }
  }

  /// None where nothing of a person was ever kept; reading must not begin a file.
  func ownRates() async throws -> [OwnRate] {
    guard FileManager.default.fileExists(atPath: core.personFile) else { return [] }
    let objects = try await objects()
    return try await objects.ownRates()
  }

  /// The objects of the member who is shown on this machine.
  func objects() async throws -> PersonObjects {
    try await PersonObjects.ofCurrentMember(in: try await openPerson(), clock: Self.now)
  }
}
