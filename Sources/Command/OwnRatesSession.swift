// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// None where nothing of a person was ever kept; reading must not begin a file.
  func ownRates() async throws -> [OwnRate] {
    guard FileManager.default.fileExists(atPath: core.personFile) else { return [] }
    let list = try await ownRateList()
    return try await Failure.wording { try await list.rates() }
  }

  func ownRateList() async throws -> OwnRateList {
    try await Failure.wording {
      OwnRateList(of: try await PersonObjects.ofCurrentMember(in: try await openPerson(), clock: Self.now))
    }
  }
}
