// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// `published` with the rates before it that the person set, unless those are to be left out.
  func rates(before published: any RateSource, withOwn: Bool) async throws -> any RateSource {
    guard withOwn else { return published }
    let own = try await ownRates()
    return own.isEmpty ? published : OwnRates(own, before: published, today: Self.today)
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
