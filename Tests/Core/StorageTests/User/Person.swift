// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
public import KursModel
@testable import KursStorage

/// A user file in a temporary folder. A test can close and reopen it, as at a restart of the program.
final class PersonFile: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "kurs-" + UUID().uuidString + "/person.sqlite"
  }

  func open() throws -> UserDatabase { try UserDatabase(path: path) }

  deinit {
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }
}

extension MemberID: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension UserDatabase {
  /// Stores a signed-in member, as signing in does.
  func signIn(_ member: MemberID) async throws {
    try await save(Self.example(member), isSignedIn: true, at: at(0))
  }

  /// Removes the member's data step by step and stops before the step `end`. Removes all data if `end` is nil.
  func leave(_ member: MemberID, _ reason: SignOutReason = .sessionEnded, until end: LeavingStep? = nil) async throws {
    try await startLeaving(Self.example(member), reason, at: at(0))
    while case .leaving(_, let step)? = try await state(of: member), step != end { try await finish(step, of: member) }
  }

  private static func example(_ member: MemberID) -> Member {
    Member(id: member, server: "https://example.org", email: "")
  }
}

func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

func favourite(
  _ code: String, _ fields: [String: (String, Int64)] = [:], deleted: Int64? = nil, revision: Int = 0,
  isUnsent: Bool = true
) -> UserObject {
  UserObject(
    id: .init(.favourite, named: code), kind: .favourite,
    fields: fields.mapValues { UserObject.Field($0.0, edited: at($0.1)) }, deleted: deleted.map(at),
    revision: revision, isUnsent: isUnsent)
}

extension UserDatabase {
  /// Closes the file, as when the program exits.
  func close() throws { try file.close() }
}
