// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// None where nothing of a person was ever kept; reading must not begin a file.
  func ownRates() async throws -> [OwnRate] {
    guard FileManager.default.fileExists(atPath: core.personFile) else { return [] }
    let objects = try await objects()
    return try await Failure.wording { try await objects.ownRates() }
  }

  /// What the person has whose data shows on this machine.
  func objects() async throws -> PersonObjects {
    try await Failure.wording {
      try await PersonObjects.ofCurrentMember(in: try await openPerson(), clock: Self.now)
    }
  }
}
