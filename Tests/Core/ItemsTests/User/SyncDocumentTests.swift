// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursItems
import KursModel
import Testing

/// Compares the JSON of syncs with the server contract.
@Suite struct SyncItemTests {
  let id = UserObject.ID(.favourite, named: "EUR")

  func json(_ text: String) throws -> JSONValue { try JSONReader().read(Array(text.utf8)) }

  @Test("a sync request is written as in the server contract")
  func aSyncRequestIsWrittenAsInTheServerContract() throws {
    let object = UserObject(
      id: id, kind: .ownRate, fields: ["rate": .init("EUR USD 1/3", edited: Timestamp(milliseconds: 1_793_379_600_007))],
      deleted: Timestamp(milliseconds: -1), revision: 9)
    let body = SyncDocument.body(of: SyncRequest(since: 12, changes: [object]))
    #expect(
      JSONWriter().text(of: body)
        == #"{"since":12,"changes":[{"id":"\#(id)","kind":"own-rate","fields":{"rate":{"value":"EUR USD 1/3","edited":"2026-10-30T17:00:00.007Z"}},"deleted":"1969-12-31T23:59:59.999Z"}]}"#
    )
  }

  @Test("a sync response is read completely") func aSyncResponseIsReadCompletely() throws {
    let data = try json(
      #"{"revision":7,"changes":[{"id":"\#(id)","kind":"alarm","fields":{"a":{"value":"ü","edited":"2024-02-29T23:59:59.999Z"}},"deleted":null,"revision":3,"new":1}],"removed":["\#(id)"],"now":"x"}"#)
    let answer = try SyncDocument.read(data)
    #expect(answer.revision == 7 && answer.removed == [id])
    #expect(
      answer.changes == [
        UserObject(
          id: id, kind: .init(rawValue: "alarm"),
          fields: ["a": .init("ü", edited: Timestamp(milliseconds: 1_709_251_199_999))], revision: 3, isUnsent: false)
      ])
  }

  @Test("a timestamp is read and written to the millisecond", arguments: [
    "0001-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z", "2024-02-29T12:34:56.789Z",
    "9999-12-31T23:59:59.999Z",
  ])
  func aTimestampIsReadAndWrittenToTheMillisecond(text: String) throws {
    let answer = try SyncDocument.read(try answer(edited: text))
    let again = JSONWriter().text(of: SyncDocument.body(of: SyncRequest(since: 0, changes: answer.changes)))
    #expect(again.contains("\"\(text)\""))
  }

  @Test("an invalid timestamp is refused", arguments: [
    "", "2024-02-30T00:00:00.000Z", "2024-01-01T24:00:00.000Z", "2024-01-01T00:60:00.000Z", "2024-01-01T00:00:60.000Z",
    "2024-01-01 00:00:00.000Z", "2024-01-01T00:00:00.000", "2024-01-01T00:00:00,000Z", "2024-01-01T-1:00:00.000Z",
    "2024-01-01T00:00:00.000Zx", "0000-01-01T00:00:00.000Z",
  ])
  func anInvalidTimestampIsRefused(text: String) throws {
    let answer = try answer(edited: text)
    #expect(throws: ItemError.self) { try SyncDocument.read(answer) }
  }

  @Test("a timestamp outside the years 1 to 9999 is clamped") func aTimestampOutsideTheYears1To9999IsClamped() {
    func text(_ milliseconds: Int64) -> String {
      let field = UserObject.Field("", edited: Timestamp(milliseconds: milliseconds))
      let object = UserObject(id: id, kind: .saved, fields: ["a": field])
      return JSONWriter().text(of: SyncDocument.body(of: SyncRequest(since: 0, changes: [object])))
    }
    #expect(text(.max).contains("9999-12-31T23:59:59.999Z"))
    #expect(text(.min).contains("0001-01-01T00:00:00.000Z"))
  }

  @Test("a sync response without a required member is refused", arguments: [
    #"{"changes":[],"removed":[]}"#, #"{"revision":-1,"changes":[],"removed":[]}"#, #"{"revision":1,"removed":[]}"#,
    #"{"revision":1,"changes":[],"removed":["x"]}"#, #"{"revision":1,"changes":[{"id":"x"}],"removed":[]}"#,
  ])
  func aSyncResponseWithoutARequiredMemberIsRefused(text: String) throws {
    let data = try json(text)
    #expect(throws: ItemError.self) { try SyncDocument.read(data) }
    #expect(throws: ItemError.truncated) { try SyncDocument.read(nil) }
  }

  private func answer(edited: String) throws -> JSONValue {
    try json(
      #"{"revision":1,"changes":[{"id":"\#(id)","kind":"saved","fields":{"a":{"value":"","edited":"\#(edited)"}},"deleted":null,"revision":1}],"removed":[]}"#)
  }
}
