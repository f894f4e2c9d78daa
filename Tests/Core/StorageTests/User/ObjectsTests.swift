// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage
import Testing

@Suite struct ObjectsTests {
  let file = PersonFile()

  @Test("a saved object is read back after the file is reopened")
  func aSavedObjectIsReadBackAfterTheFileIsReopened() async throws {
    let object = favourite("EUR", ["currency": ("EUR", 5), "place": ("0/1", 6)], deleted: 3, revision: 9)
    try await file.open().put(object, of: "")
    #expect(try await file.open().objects(.favourite, of: "") == [object])
    #expect(try await file.open().object(object.id, of: "") == object)
  }

  @Test("a deleted object is stored but not listed") func aDeletedObjectIsStoredButNotListed() async throws {
    let database = try file.open()
    let object = favourite("EUR", ["currency": ("EUR", 5)], deleted: 5)
    try await database.put(object, of: "")
    #expect(try await database.objects(.favourite, of: "").isEmpty)
    #expect(try await database.object(object.id, of: "") == object)
  }

  @Test("a member gets only the member's own objects") func aMemberGetsOnlyTheMembersOwnObjects() async throws {
    let database = try file.open()
    try await database.put(favourite("EUR", ["currency": ("EUR", 1)]), of: "")
    try await database.put(favourite("EUR", ["currency": ("EUR", 2)]), of: "a")
    try await database.put(favourite("USD", ["currency": ("USD", 2)]), of: "b")
    try await database.wipeRows(of: "b")
    #expect(try await database.objects(.favourite, of: "").first?.fields["currency"]?.edited == at(1))
    #expect(try await database.objects(.favourite, of: "a").first?.fields["currency"]?.edited == at(2))
    #expect(try await database.objects(.favourite, of: "b").isEmpty)
  }

  @Test("an edit that changes no value is not written") func anEditThatChangesNoValueIsNotWritten() async throws {
    let database = try file.open()
    try await database.put(favourite("EUR", ["currency": ("EUR", 1)]), of: "")
    #expect(try await database.changeObjects(.favourite, of: "") { $0 } == false)
    #expect(try await database.changeObject(.init(.favourite, named: "XXX"), of: "") { $0 } == false)
  }

  @Test("at sign-in, data without an account becomes the member's")
  func atSignInDataWithoutAnAccountBecomesTheMembers() async throws {
    let database = try file.open()
    try await database.put(favourite("EUR", ["place": ("0/1", 9)], isUnsent: false), of: "")
    try await database.put(favourite("EUR", ["place": ("5/1", 5), "currency": ("EUR", 5)], revision: 3), of: "a")
    try await database.put(favourite("USD", ["currency": ("USD", 1)]), of: "")
    try await database.put(favourite("JPY", ["currency": ("JPY", 1)], deleted: 2), of: "")
    try await database.noteRecent(.chf, of: "")
    #expect(try await database.adoptObjects(by: "a"))
    #expect(try await !database.adoptObjects(by: "a"))
    let all = try await database.objects(.favourite, of: "a")
    #expect(Set(all.compactMap { $0["currency"] }) == ["EUR", "USD"])
    #expect(all.filter(\.isUnsent).count == 2)
    #expect(all.first { $0["currency"] == "EUR" }?["place"] == "0/1")
    #expect(all.first { $0["currency"] == "EUR" }?.revision == 3)
    #expect(try await database.objects(.favourite, of: "").isEmpty)
    #expect(try await database.recentCurrencies(of: "a", limit: 8) == [.chf])
  }
}
