// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing

/// The changes of a sync response are stored in one transaction.
@Suite struct AdoptUnsentTests {
  let file = PersonFile()

  @Test("objects that the server received are not sent again")
  func objectsThatTheServerReceivedAreNotSentAgain() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "a")
    let sent = try await database.unsentObjects(of: "a", limit: 10)
    #expect(sent.count == 1)
    let changed = try await database.merge(
      [favourite("EUR", ["place": ("1/1", 5)], revision: 7)], removed: [], revision: 7, sent: sent, of: "a")
    #expect(changed == [])
    #expect(try await database.unsentObjects(of: "a", limit: 10).isEmpty)
    #expect(try await database.object(sent[0].id, of: "a")?.revision == 7)
    #expect(try await database.syncedRevision(of: "a") == 7)
    #expect(try await database.syncedRevision(of: "b") == 0)
  }

  @Test("an object that is edited during a sync request stays unsent")
  func anObjectThatIsEditedDuringASyncRequestStaysUnsent() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "a")
    let sent = try await database.unsentObjects(of: "a", limit: 10)
    try await database.put(favourite("EUR", ["place": ("2/1", 6)]), of: "a")
    _ = try await database.merge(
      [favourite("EUR", ["place": ("1/1", 5)], revision: 7)], removed: [], revision: 7, sent: sent, of: "a")
    #expect(try await database.unsentObjects(of: "a", limit: 10).compactMap { $0["place"] } == ["2/1"])
  }

  @Test("sent objects that are missing in the response count as received")
  func sentObjectsThatAreMissingInTheResponseCountAsReceived() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "a")
    let sent = try await database.unsentObjects(of: "a", limit: 10)
    _ = try await database.merge([], removed: [], revision: 7, sent: sent, of: "a")
    #expect(try await database.unsentObjects(of: "a", limit: 10).isEmpty)
    try await database.put(favourite("EUR", ["place": ("2/1", 6)]), of: "a")
    let again = try await database.unsentObjects(of: "a", limit: 10)
    try await database.put(favourite("EUR", ["place": ("3/1", 7)]), of: "a")
    _ = try await database.merge([], removed: [], revision: 8, sent: again, of: "a")
    #expect(try await database.unsentObjects(of: "a", limit: 10).compactMap { $0["place"] } == ["3/1"])
  }

  @Test("merging a sync response returns the kinds of changed objects")
  func mergingASyncResponseReturnsTheKindsOfChangedObjects() async throws {
    let database = try file.open()
    try await database.signIn("a")
    let rate = UserObject(id: .init(.ownRate, named: "x"), kind: .ownRate, fields: ["rate": .init("1", edited: at(1))])
    let later = UserObject(
      id: .init(.ownRate, named: "y"), kind: .init(rawValue: "alarm"), fields: ["a": .init("1", edited: at(1))], revision: 2)
    let changed = try await database.merge(
      [rate, later, favourite("EUR", ["place": ("1/1", 1)], deleted: 2)], removed: [], revision: 3, sent: [], of: "a")
    #expect(changed == [.ownRate, .init(rawValue: "alarm")])
    // An object of a kind that this version doesn't know is kept for a later version.
    #expect(try await database.object(later.id, of: "a")?["a"] == "1")
  }

  @Test("objects that the server removed are deleted unless edited on this device")
  func objectsThatTheServerRemovedAreDeletedUnlessEditedOnThisDevice() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("1/1", 5)]), of: "a")
    _ = try await database.merge(
      [favourite("EUR", ["place": ("1/1", 5)], revision: 1)], removed: [], revision: 1, sent: [], of: "a")
    let ids = ["EUR", "USD"].map { UserObject.ID(.favourite, named: $0) }
    let changed = try await database.merge([], removed: ids, revision: 2, sent: [], of: "a")
    #expect(changed == [.favourite])
    #expect(try await database.objects(.favourite, of: "a").map(\.id) == [ids[1]])
  }

  @Test("a late response does not lower the stored revision")
  func aLateResponseDoesNotLowerTheStoredRevision() async throws {
    let database = try file.open()
    try await database.signIn("a")
    _ = try await database.merge([], removed: [], revision: 9, sent: [], of: "a")
    _ = try await database.merge([], removed: [], revision: 4, sent: [], of: "a")
    #expect(try await database.syncedRevision(of: "a") == 9)
  }

  @Test("a response is ignored if the member's data is being deleted")
  func aResponseIsIgnoredIfTheMembersDataIsBeingDeleted() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.leave("a", until: .recovery)
    let answer = [favourite("EUR", ["place": ("1/1", 5)], revision: 7)]
    for member in ["a", "b"] as [MemberID] {
      #expect(try await database.merge(answer, removed: [], revision: 7, sent: [], of: member) == nil)
      #expect(try await database.objects(.favourite, of: member).isEmpty)
      #expect(try await database.syncedRevision(of: member) == 0)
    }
  }
}
