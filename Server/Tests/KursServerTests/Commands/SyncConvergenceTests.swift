// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import KursServer

@Suite struct SyncConvergenceTests {
  /// A minimal client. It merges the objects that the server returns into its own objects.
  private struct Machine {
    var objects: [UUID: SyncObject] = [:]
    var unsent: Set<UUID> = []
    var since = 0

    mutating func edit(_ object: SyncObject) {
      objects[object.id] = objects[object.id].map { $0.merged(with: object) } ?? object
      unsent.insert(object.id)
    }

    mutating func take(_ answer: JSON, sent: [UUID: SyncObject]) throws {
      for (id, object) in sent where objects[id] == object { unsent.remove(id) }
      for change in answer["changes"]?.elements ?? [] {
        let object = try SyncObject(change)
        objects[object.id] = objects[object.id].map { $0.merged(with: object) } ?? object
        // A change that the server refused, because another client's change came first, must be sent again.
        if objects[object.id] == object { unsent.remove(object.id) } else { unsent.insert(object.id) }
      }
      since = try #require(answer["revision"]?.number)
    }
  }

  @Test("three devices that sync in any order get the same objects", arguments: 0..<20)
  func threeDevicesThatSyncInAnyOrderGetTheSameObjects(seed: UInt64) async throws {
    try await withServer { client in
      var generator = SeededGenerator(seed: seed)
      let first = try await client.registered()
      let sessions = [first, try await client.signedIn(), try await client.signedIn()]
      var machines = [Machine(), Machine(), Machine()]
      let ids = (0..<4).map { _ in UUID() }
      var all: [UUID: SyncObject] = [:]
      for _ in 0..<60 {
        let who = Int.random(in: 0..<3, using: &generator)
        if Int.random(in: 0..<3, using: &generator) > 0 {
          let object = Self.edit(of: ids.randomElement(using: &generator) ?? ids[0], using: &generator)
          machines[who].edit(object)
          all[object.id] = all[object.id].map { $0.merged(with: object) } ?? object
        } else {
          try await Self.exchange(&machines[who], over: sessions[who], isAnswerLost: Bool.random(using: &generator))
        }
      }
      // A refused change is sent again and may be refused again, so the machines need several rounds.
      for _ in 0..<6 {
        for who in 0..<3 { try await Self.exchange(&machines[who], over: sessions[who], isAnswerLost: false) }
      }
      for machine in machines {
        #expect(machine.objects == all)
        #expect(machine.unsent.isEmpty)
      }
    }
  }

  private static func exchange(_ machine: inout Machine, over session: SignedIn, isAnswerLost: Bool) async throws {
    let sent = machine.objects.filter { machine.unsent.contains($0.key) }
    let request = SyncTests.request(try sent.values.map { try $0.json }, since: machine.since)
    let answer = try await session.post("/api/v1/sync/", request).ok()
    if !isAnswerLost { try machine.take(answer, sent: sent) }
  }

  private static func edit(of id: UUID, using generator: inout SeededGenerator) -> SyncObject {
    let moment = Instant(milliseconds: 1_700_000_000_000 + Int64.random(in: 0..<40, using: &generator))
    guard Int.random(in: 0..<4, using: &generator) > 0 else {
      return SyncObject(id: id, kind: "favourite", fields: [:], deleted: moment)
    }
    let name = ["a", "b"].randomElement(using: &generator) ?? "a"
    let value = "\(Int.random(in: 0..<5, using: &generator))"
    return SyncObject(
      id: id, kind: "favourite", fields: [name: SyncField(value: value, edited: moment)], deleted: nil)
  }
}

extension SyncObject {
  fileprivate var json: String {
    get throws {
      let deleted = deleted.map { #""\#($0)""# } ?? "null"
      return #"{"id":"\#(id.text)","kind":"\#(kind)","fields":\#(try JSONText.text(of: fields)),"deleted":\#(deleted)}"#
    }
  }

  fileprivate init(_ json: JSON) throws {
    guard case .object(let members) = json["fields"] else { throw Refusal(.malformed) }
    let fields = try members.mapValues { field in
      SyncField(
        value: try #require(field["value"]?.text), edited: try #require(field["edited"]?.text.flatMap { Instant($0) }))
    }
    self.init(
      id: try #require(json["id"]?.text.flatMap { UUID(text: $0) }), kind: try #require(json["kind"]?.text),
      fields: fields, deleted: json["deleted"]?.text.flatMap { Instant($0) })
  }
}
