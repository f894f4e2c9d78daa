// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing
import TestSupport
@testable import KursStorage

/// The daily copies of the user file, and the restoring of a user file that has lost its data.
@Suite struct DailyCopyTests {
  let file = PersonFile()
  private let today = Day(number: 20_780)

  private func open() throws -> UserDatabase {
    try UserDatabase(path: file.path, recovery: FileRecovery { Timestamp(milliseconds: 0) })
  }

  /// Makes a user file with a favourite, and its copy of today.
  private func filled() async throws {
    let database = try open()
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "")
    try await database.dailyCopies.make(today)
    try database.close()
  }

  @Test("for a missing or empty user file, a daily copy is offered", .fault("S05"), arguments: [true, false])
  func forAMissingOrEmptyUserFileADailyCopyIsOffered(leavesFile: Bool) async throws {
    try await filled()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    if leavesFile { try Data().write(to: URL(filePath: file.path)) }
    let database = try open()
    #expect(database.recoveredFile == QuarantinedFile(file: file.path, path: nil, lost: [.objects, .history], copy: today))
    // An empty user file isn't copied over a copy that has data.
    try await database.dailyCopies.make(today + 1)
    #expect(database.dailyCopies.all().map(\.day) == [today])
    let copy = try #require(database.dailyCopies.all().first)
    #expect(try await database.dailyCopies.restore(copy, now: at(9)).added == 1)
    try await database.dailyCopies.make(today + 1)
    #expect(database.dailyCopies.all().map(\.day) == [today + 1, today])
  }

  @Test("after data loss, the newest daily copy is kept until its restoration", .fault("S05"))
  func afterDataLossTheNewestDailyCopyIsKeptUntilItsRestoration() async throws {
    try await filled()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let database = try open()
    try await database.put(favourite("CHF", ["place": ("2/1", 6)]), of: "")
    for day in 1...50 { try await database.dailyCopies.make(today + day) }
    let copy = try #require(database.dailyCopies.all().last)
    #expect(copy.day == today)
    #expect(try await database.dailyCopies.restore(copy, now: at(9)).added == 1)
    try await database.put(favourite("EUR", ["place": ("1/1", 5)], deleted: 7), of: "")
    try await database.dailyCopies.make(today + 51)
    #expect(!database.dailyCopies.all().contains(copy))
  }

  @Test("restoring a daily copy also restores data of signed-out members", .fault("S05"))
  func restoringADailyCopyAlsoRestoresDataOfSignedOutMembers() async throws {
    let database = try open()
    try await database.signIn("a")
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "a")
    let sent = try await database.unsentObjects(of: "a", limit: 9)
    _ = try await database.merge([], removed: [], revision: 1, sent: sent, of: "a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.history.add("1 EUR", fingerprint: "1", folded: "", of: "a")
    try await database.dailyCopies.make(today)
    try database.close()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let lost = try open()
    let copy = try #require(lost.dailyCopies.all().first)
    #expect(try await lost.dailyCopies.restore(copy, now: at(9)).added == 2)
    #expect(try await lost.dailyCopies.restore(copy, now: at(9)).known == 2)
    #expect(try await lost.recovered.copies().map(\.member) == ["a"])
    // After the sign-in, the history and the unsent object USD are restored from the copy. The object EUR was already
    // sent, so the server still has it.
    try await lost.signIn("a")
    _ = try await lost.recovered.reclaimCopy(of: "a")
    #expect(try await lost.history.rows(of: "a").map(\.record) == ["1 EUR"])
    #expect(try await lost.recovered.savedUnsent(of: "a") == 1)
  }

  @Test("removing a member keeps other members' data in the daily copies", .fault("B11"), arguments: [true, false])
  func removingAMemberKeepsOtherMembersDataInTheDailyCopies(hasOthers: Bool) async throws {
    let database = try open()
    if hasOthers { try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "b") }
    for id: MemberID in ["a", "b"] { try await database.signIn(id) }
    try await database.put(favourite("XYZ", ["place": ("2/1", 6)]), of: "a")
    try await database.history.add("private", fingerprint: "1", folded: "", of: "a")
    try await database.dailyCopies.make(today)
    try await database.leave("a", .user)
    #expect(database.dailyCopies.all().map(\.day) == (hasOthers ? [today] : []))
    for copy in database.dailyCopies.all() {
      let bytes = try Data(contentsOf: URL(filePath: copy.path))
      for secret in ["XYZ", "private"] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
      #expect(try await database.dailyCopies.restore(copy, now: at(9)).known == 1)
    }
  }

  @Test("deleting an ended account's data also deletes it from the daily copies", .fault("B11"))
  func deletingAnEndedAccountsDataAlsoDeletesItFromTheDailyCopies() async throws {
    let database = try open()
    try await database.signIn("a")
    try await database.put(favourite("XYZ", ["place": ("2/1", 6)]), of: "a")
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: .withoutAccount)
    try await database.leave("a", .sessionEnded)
    try await database.dailyCopies.make(today)
    try await database.recovered.discardCopy(of: "a")
    let copy = try #require(database.dailyCopies.all().first)
    #expect(try Data(contentsOf: URL(filePath: copy.path)).range(of: Data("XYZ".utf8)) == nil)
  }

  @Test("restoring a daily copy doesn't duplicate data moved to an account")
  func restoringADailyCopyDoesntDuplicateDataMovedToAnAccount() async throws {
    try await filled()
    let database = try open()
    try await database.signIn("a")
    try await database.adoptObjects(by: "a")
    let copy = try #require(database.dailyCopies.all().first)
    for _ in 0..<2 { #expect(try await database.dailyCopies.restore(copy, current: "a", now: at(9)).added == 0) }
    #expect(try await database.objects(.favourite, of: "").isEmpty)
    try await database.put(favourite("EUR", ["place": ("1/1", 5)], deleted: 7), of: "a")
    #expect(try await database.dailyCopies.restore(copy, current: "a", now: at(9)).added == 0)
  }

  @Test("restoring a daily copy creates no file, and empty copies are refused")
  func restoringADailyCopyCreatesNoFileAndEmptyCopiesAreRefused() async throws {
    try await filled()
    let database = try open()
    let copy = try #require(database.dailyCopies.all().first)
    let folder = (copy.path as NSString).deletingLastPathComponent
    let before = try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
    #expect(try await database.dailyCopies.restore(copy, now: at(9)).known == 1)
    // A new file would change the folder's date. The disk may be full, so restoring must not create files.
    #expect(try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date == before)
    try Data().write(to: URL(filePath: copy.path))
    await #expect(throws: StorageError.damaged(path: copy.path)) { try await database.dailyCopies.restore(copy, now: at(9)) }
  }

  @Test("after the user deleted all data, no lost data is reported")
  func afterTheUserDeletedAllDataNoLostDataIsReported() async throws {
    try await filled()
    let database = try open()
    try await database.put(favourite("EUR", ["place": ("1/1", 5)], deleted: 6), of: "")
    try database.close()
    #expect(try open().recoveredFile == nil)
    try await open().dailyCopies.make(today + 1)
    #expect(try open().dailyCopies.all().map(\.day) == [today + 1, today])
  }

  @Test("a new user file without daily copies reports no lost data")
  func aNewUserFileWithoutDailyCopiesReportsNoLostData() throws { #expect(try open().recoveredFile == nil) }

  @Test("daily copies of 7 days, 4 weeks and 12 months are kept")
  func dailyCopiesOf7Days4WeeksAnd12MonthsAreKept() {
    var copies: [UserCopy] = []
    for day in (0...800).map({ today - 800 + $0 }) {
      copies.append(UserCopy(day: day, path: "\(day)"))
      let kept = DailyCopies.kept(copies, on: day)
      copies.removeAll { !kept.contains($0) }
    }
    let days = copies.map(\.day).sorted(by: >)
    #expect(Array(days.prefix(7)) == (0..<7).map { today - $0 })
    #expect(Set(days.map { [$0.civil.year, $0.civil.month] }).count >= 12)
    #expect((15...23).contains(days.count))
  }

  @Test("daily copies with dates in the future don't replace other copies")
  func future() {
    let ahead = (1...20).map { UserCopy(day: today + $0 * 30, path: "\($0)") }
    let present = UserCopy(day: today, path: "today")
    let kept = DailyCopies.kept(ahead + [present], on: today)
    #expect(kept.contains(present))
    #expect(kept.count == 8)
  }
}
