// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import KursServer

@Suite struct SyncObjectTests {
  @Test("merging versions of an object gives the same result in any order", arguments: 0..<500)
  func mergingVersionsOfAnObjectGivesTheSameResultInAnyOrder(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let id = UUID()
    let versions = (0..<5).map { _ in Self.version(of: id, using: &generator) }
    let outcome = Self.folded(versions)
    for _ in 0..<10 {
      #expect(Self.folded(versions.shuffled(using: &generator)) == outcome)
      // Splits the versions into two parts and merges each part. Then merges both results with all versions, so that
      // each version is merged twice, which must change nothing.
      let cut = Int.random(in: 1..<versions.count, using: &generator)
      let halves = [Self.folded(Array(versions[..<cut])), Self.folded(Array(versions[cut...]))]
      #expect(Self.folded(halves.shuffled(using: &generator) + versions) == outcome)
    }
  }

  @Test("merging uses the later edit of each field") func mergingUsesTheLaterEditOfEachField() {
    let one = object(["a": ("old", 1), "b": ("new", 5)])
    let two = object(["a": ("new", 2), "c": ("only", 1)])
    #expect(one.merged(with: two).fields.mapValues(\.value) == ["a": "new", "b": "new", "c": "only"])
  }

  @Test("of two simultaneous edits, merging uses the greater value")
  func ofTwoSimultaneousEditsMergingUsesTheGreaterValue() {
    let one = object(["a": ("\u{E9}", 1)])
    let two = object(["a": ("e\u{301}", 1)])
    #expect(Array((one.merged(with: two).fields["a"]?.value ?? "").utf8) == Array("\u{E9}".utf8))
    #expect(Array((two.merged(with: one).fields["a"]?.value ?? "").utf8) == Array("\u{E9}".utf8))
  }

  @Test("a deletion never removes a later edit") func aDeletionNeverRemovesALaterEdit() {
    let deleted = object(["a": ("x", 1)], deleted: 5)
    #expect(deleted.merged(with: object(["a": ("y", 6)])).deleted == nil)
    #expect(deleted.merged(with: object(["a": ("y", 5)])).deleted == Instant(milliseconds: 5))
    #expect(deleted.merged(with: object(["b": ("y", 4)])).deleted == Instant(milliseconds: 5))
  }

  private func object(_ fields: [String: (String, Int64)], deleted: Int64? = nil) -> SyncObject {
    SyncObject(
      id: UUID(), kind: "favourite",
      fields: fields.mapValues { SyncField(value: $0.0, edited: Instant(milliseconds: $0.1)) },
      deleted: deleted.map(Instant.init(milliseconds:)))
  }

  private static func folded(_ versions: [SyncObject]) -> SyncObject {
    versions.dropFirst().reduce(versions[0]) { $0.merged(with: $1) }
  }

  private static func version(of id: UUID, using generator: inout SeededGenerator) -> SyncObject {
    var fields: [String: SyncField] = [:]
    for name in ["a", "b", "c"] where Bool.random(using: &generator) {
      let value = ["x", "y", "\u{E9}", "e\u{301}"].randomElement(using: &generator) ?? ""
      fields[name] = SyncField(value: value, edited: moment(using: &generator))
    }
    return SyncObject(
      id: id, kind: Bool.random(using: &generator) ? "favourite" : "result", fields: fields,
      deleted: Bool.random(using: &generator) ? moment(using: &generator) : nil)
  }

  private static func moment(using generator: inout SeededGenerator) -> Instant {
    Instant(milliseconds: Int64.random(in: 0..<6, using: &generator))
  }
}
