// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing

@Suite struct UnsentDataTests {
  let file = PersonFile()

  @Test("data from an earlier account with the same email address is offered")
  func dataFromAnEarlierAccountWithTheSameEmailAddressIsOffered() async throws {
    let database = try file.open()
    func member(_ id: String, _ server: String = "https://example.org", email: String = "ada@example.org") -> Member {
      Member(id: MemberID(id), server: server, email: email)
    }
    let now = Timestamp(milliseconds: 1)
    for each in [
      member("old", email: "Ada@example.org"), member("new"), member("other", email: "eve@example.org"),
      member("elsewhere", "https://example.net"),
    ] {
      try await database.save(each, isSignedIn: true, at: now)
      let id = try #require(UserObject.ID("0d2f9a3c-1111-4222-8333-44445555\(each.id.text == "old" ? "0001" : "0002")"))
      let object = UserObject(
        id: id, kind: .favourite, fields: ["currency": .init("EUR", edited: now)], revision: 3, isUnsent: false)
      _ = try await database.merge([object], removed: [], revision: 3, sent: [], of: each.id)
    }
    #expect(try await database.recovered.savedUnsent(of: "new") == 1)
    #expect(try await database.recovered.earlierMembers(of: "new") == ["old"])
    #expect(try await database.recovered.savedUnsent(of: "other") == 0)
    #expect(try await database.recovered.adoptUnsent(of: "new") == [.favourite])
    #expect(try await database.objects(.favourite, of: "new").count == 2)
    #expect(try await database.unsentObjects(of: "new", limit: 9).count == 1)
    #expect(try await database.objects(.favourite, of: "old").isEmpty)
    #expect(try await database.objects(.favourite, of: "elsewhere").count == 1)
    #expect(try await database.recovered.savedUnsent(of: "new") == 0)
  }

  @Test("history from an earlier member is listed below the newer entries")
  func historyFromAnEarlierMemberIsListedBelowTheNewerEntries() async throws {
    let database = try file.open()
    for (id, name) in [("old", "1"), ("old", "2"), ("new", "3"), ("new", "4"), ("new", "5")] {
      if name == "1" || name == "3" {
        let member = Member(id: MemberID(id), server: "https://a.example", email: "ada@a.example")
        try await database.save(member, isSignedIn: true, at: at(0))
      }
      try await database.history.add(name, fingerprint: name, folded: "", of: MemberID(id))
    }
    _ = try await database.recovered.adoptUnsent(of: "new")
    #expect(try await database.history.rows(of: "new").map(\.record) == ["5", "4", "3", "2", "1"])
  }

  @Test("a removed member's unsent changes are kept and can be restored")
  func aRemovedMembersUnsentChangesAreKeptAndCanBeRestored() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("EUR", ["place": ("1/1", 5)]), of: "a")
    let sent = try await database.unsentObjects(of: "a", limit: 10)
    _ = try await database.merge([], removed: [], revision: 1, sent: sent, of: "a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a")
    #expect(try await database.unsentObjects(of: "a", limit: 10).isEmpty)
    #expect(try await database.recovered.savedUnsent(of: "a") == 1)
    #expect(try await database.recovered.savedUnsent(of: "b") == 0)
    #expect(try await database.recovered.adoptUnsent(of: "a") == [.favourite])
    let again = try await database.unsentObjects(of: "a", limit: 10)
    #expect(again.map { $0["place"] } == ["2/1"])
    #expect(try await database.recovered.savedUnsent(of: "a") == 0)
  }

  @Test("restored unsent changes don't replace newer data")
  func restoredUnsentChangesDontReplaceNewerData() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a", until: .rows)
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("3/1", 9)]), of: "a")
    _ = try await database.recovered.adoptUnsent(of: "a")
    #expect(try await database.unsentObjects(of: "a", limit: 10).map { $0["place"] } == ["3/1"])
  }

  @Test("the user can delete the saved unsent changes") func theUserCanDeleteTheSavedUnsentChanges() async throws {
    let database = try file.open()
    try await database.signIn("a")
    try await database.put(favourite("USD", ["place": ("2/1", 6)]), of: "a")
    try await database.leave("a")
    try await database.recovered.discardUnsent(of: "a")
    #expect(try await database.recovered.adoptUnsent(of: "a").isEmpty)
    #expect(try await database.recovered.savedUnsent(of: "a") == 0)
  }
}
