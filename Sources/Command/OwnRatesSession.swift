// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// What a calculation on these days counts with, the person's own rates before the others, so that it waits for
  /// nothing.
  func source(_ providers: ProviderOptions, on days: Set<Day?>, withOwn: Bool) async throws -> ResolvedRates {
    let own = withOwn ? try await ownRates().holding(on: Self.today) : []
    var resolvers: [Day?: Resolver] = [:]
    for day in days {
      resolvers[day] = try await rates(of: providers, on: day).resolver
      resolvers[day]?.own = own
    }
    let nobody = Resolver(
      day: nil, today: Self.today, lacking: .noRates(provider: core.bundle.provider), catalogue: core.catalogue)
    return ResolvedRates { [resolvers] day in resolvers[day] ?? nobody }
  }

  /// None where nothing of a person was ever kept; reading must not begin a file.
  func ownRates() async throws -> [OwnRate] {
    guard FileManager.default.fileExists(atPath: core.personFile) else { return [] }
    let list = try await ownRateList()
    return try await Failure.wording { try await list.rates() }
  }

  func ownRateList() async throws -> OwnRateList {
    try await Failure.wording {
      OwnRateList(of: try await PersonObjects.ofCurrentMember(in: try openPerson(), clock: Self.now))
    }
  }

  /// Says where a file went that could not be used.
  func openPerson() throws -> PersonDatabase {
    let (database, aside) = try core.openPerson()
    if let aside { Terminal.complain("The file could not be used and was kept as \(aside.path).") }
    return database
  }
}
