// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A member's data outside `person.sqlite`, whose tables are wiped by their column `member`.
public struct MemberData: Sendable {
  /// Says which part; for whoever reads an error.
  public let name: String
  /// Deletes it; safe to repeat.
  public let wipe: @Sendable (MemberID) async throws -> Void

  public init(name: String, wipe: @escaping @Sendable (MemberID) async throws -> Void) {
    self.name = name
    self.wipe = wipe
  }
}
