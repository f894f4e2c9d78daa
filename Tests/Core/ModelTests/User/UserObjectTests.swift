// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

/// Editing and merging the user's objects.
@Suite struct UserObjectTests {
  let id = UserObject.ID(.favourite, named: "EUR")

  func object(_ fields: [String: (String, Int64)] = [:], deleted: Int64? = nil) -> UserObject {
    UserObject(
      id: id, kind: .favourite,
      fields: fields.mapValues { UserObject.Field($0.0, edited: Timestamp(milliseconds: $0.1)) },
      deleted: deleted.map { Timestamp(milliseconds: $0) })
  }

  func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  @Test("merging uses the later edit of each field") func mergingUsesTheLaterEditOfEachField() {
    let (one, other) = (object(["a": ("1", 5), "b": ("1", 9)]), object(["a": ("2", 6), "b": ("2", 8), "c": ("2", 1)]))
    #expect(one.merged(with: other).fields.mapValues(\.value) == ["a": "2", "b": "1", "c": "2"])
  }

  @Test("of two simultaneous edits, merging uses the greater value")
  func ofTwoSimultaneousEditsMergingUsesTheGreaterValue() {
    #expect(object(["a": ("9", 5)]).merged(with: object(["a": ("10", 5)]))["a"] == "9")
    // By bytes, a decomposed é (65 CC 81) is less than a composed one (C3 A9), although Swift treats them as equal.
    let (decomposed, composed) = (object(["a": ("e\u{301}", 5)]), object(["a": ("\u{E9}", 5)]))
    #expect(Array(decomposed.merged(with: composed)["a"]?.utf8 ?? "".utf8) == [0xC3, 0xA9])
    #expect(Array(composed.merged(with: decomposed)["a"]?.utf8 ?? "".utf8) == [0xC3, 0xA9])
    #expect(!composed.hasSameContent(as: decomposed))
  }

  @Test("a deletion never removes a later edit") func aDeletionNeverRemovesALaterEdit() {
    let edited = object(["a": ("1", 5), "b": ("1", 11)])
    let deleted = object(["a": ("1", 5)], deleted: 10)
    #expect(deleted.isDeleted)
    #expect(!edited.merged(with: deleted).isDeleted)
    #expect(edited.merged(with: deleted).fields.count == 2)
    #expect(object(["a": ("1", 10)]).merged(with: deleted).isDeleted)
  }

  @Test("a local edit replaces a newer-dated value if the clock is behind")
  func aLocalEditReplacesANewerDatedValueIfTheClockIsBehind() {
    var object = object(["a": ("1", 1_000)])
    object.set(["a": "2"], now: at(10))
    #expect(object["a"] == "2")
    #expect(object.merged(with: self.object(["a": ("1", 1_000)]))["a"] == "2")
    object.delete(now: at(10))
    #expect(object.isDeleted)
    object.set(["a": "2"], now: at(10))
    #expect(!object.isDeleted)
  }

  @Test("a deleted object is restored with all fields") func aDeletedObjectIsRestoredWithAllFields() {
    var object = object(["a": ("1", 1), "b": ("2", 2)])
    object.delete(now: at(5))
    object.restore(now: at(5))
    #expect(!object.isDeleted)
    #expect(object.fields.mapValues(\.value) == ["a": "1", "b": "2"])
    // The restored object also appears on a computer that received only the deletion.
    #expect(!self.object(["a": ("1", 1), "b": ("2", 2)], deleted: 5).merged(with: object).isDeleted)
  }

  @Test("setting the same value again changes nothing") func settingTheSameValueAgainChangesNothing() {
    var object = object(["a": ("1", 1)])
    object.set(["a": "1"], now: at(5))
    #expect(object == self.object(["a": ("1", 1)]))
  }

  @Test("editing at the last possible timestamp doesn't overflow")
  func editingAtTheLastPossibleTimestampDoesntOverflow() {
    var object = object(["a": ("1", .max)])
    object.set(["a": "2"], now: at(5))
    object.delete(now: at(5))
    #expect(object.fields["a"]?.edited == at(.max))
  }

  @Test("merging objects gives the same result in any order", arguments: 1...20)
  func mergingObjectsGivesTheSameResultInAnyOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let (a, b, c) = (any(&random), any(&random), any(&random))
      #expect(a.merged(with: a) == a)
      #expect(a.merged(with: b) == b.merged(with: a))
      #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
    }
  }

  /// Returns a random object with few different times and values, so that simultaneous edits are common.
  private func any(_ random: inout SplitMix64) -> UserObject {
    var fields: [String: (String, Int64)] = [:]
    for name in ["a", "b", "c"] where Bool.random(using: &random) {
      fields[name] = ("\(Int.random(in: 0...2, using: &random))", Int64.random(in: 0...3, using: &random))
    }
    return object(fields, deleted: Bool.random(using: &random) ? Int64.random(in: 0...3, using: &random) : nil)
  }

  @Test("objects of the same kind and name always get the same UUID")
  func objectsOfTheSameKindAndNameAlwaysGetTheSameUUID() {
    #expect(UserObject.ID(.favourite, named: "EUR").text == UserObject.ID(.favourite, named: "EUR").text)
    let all = ["EUR", "USD", ""].flatMap { name in
      UserObject.Kind.known.map { UserObject.ID($0, named: name) }
    }
    #expect(Set(all).count == all.count)
    for id in all {
      #expect(id.text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
      #expect(UserObject.ID(id.text) == id)
    }
  }

  @Test("text that is not a UUID is refused",
    arguments: ["", "x", "6f0d2b1e-5a0e-4d0e-9a3e-0123456789ag", "6f0d2b1e5a0e4d0e9a3e0123456789ab", "------------------------------------"])
  func textThatIsNotAUUIDIsRefused(text: String) {
    #expect(UserObject.ID(text) == nil)
  }

  @Test("a new object gets a UUID of version 4") func aNewObjectGetsAUUIDOfVersion4() {
    var random = SplitMix64(seed: 1)
    let ids = (0..<100).map { _ in UserObject.ID(random: &random).text }
    #expect(Set(ids).count == 100)
    #expect(ids.filter { $0.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil }.count == 100)
  }

  /// Test vectors of "The FNV Non-Cryptographic Hash Algorithm" (draft-eastlake-fnv), 128 bits.
  @Test("the fingerprint matches the FNV test vectors",
    arguments: [("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964")])
  func theFingerprintIsFNV(text: String, expected: String) {
    #expect(Fingerprint(text).text == expected)
  }
}
