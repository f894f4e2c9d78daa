// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

struct JSONValueTests {
  @Test("JSON values are read and written back unchanged", arguments: [
    "{\"b\":1,\"a\":[true,false,null,{}],\"c\":{\"d\":[]}}", "\"\\u0000\\u001f\\n\\\"\\\\é𝄞\"",
    "[1.0,1e0,-0,1E400]", "[]",
  ])
  func jsonValuesAreReadAndWrittenBackUnchanged(text: String) throws {
    #expect(JSONWriter().text(of: try JSONReader().read(text.utf8)) == text)
  }

  @Test("JSON in the pretty format is indented by two spaces") func jsonInThePrettyFormatIsIndentedByTwoSpaces() {
    let value: JSONValue = ["rates": ["USD": 1, "CHF": [2, 3]], "none": [], "empty": [:]]
    #expect(
      JSONWriter(.pretty).text(of: value) == """
        {
          "rates": {
            "USD": 1,
            "CHF": [
              2,
              3
            ]
          },
          "none": [],
          "empty": {}
        }
        """)
  }

  @Test("JSON objects with another key order or number spelling are equal")
  func jsonObjectsWithAnotherKeyOrderOrNumberSpellingAreEqual() throws {
    let one = try JSONReader().read("{\"a\":1.0,\"b\":[1e2]}".utf8)
    let other = try JSONReader().read("{\"b\":[100],\"a\":1}".utf8)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["a": 1, "b": [100, 1]])
    #expect(JSONValue.string("\u{E9}") != JSONValue.string("e\u{301}"))
    #expect(JSONValue.bool(false) != 0)
  }

  @Test("JSON objects of any size keep the order of keys", arguments: [3, 8, 9, 10, 200])
  func jsonObjectsOfAnySizeKeepTheOrderOfKeys(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["key\(number)"] = .number(JSONNumber(number)) }
    #expect(object.members.map(\.key) == (0..<count).map { "key\($0)" })
    #expect((0..<count).allSatisfy { object["key\($0)"] == .number(JSONNumber($0)) })
    object["key1"] = nil
    #expect(object.count == count - 1)
    #expect(object["key1"] == nil)
    #expect(object["key\(count - 1)"] == .number(JSONNumber(count - 1)))
    object["key0"] = "new"
    #expect(object.members[0].value == "new")
  }

  @Test("reading a JSON value as another type gives nil") func readingAJSONValueAsAnotherTypeGivesNil() {
    let value: JSONValue = ["text": "a", "flag": true, "list": [1, nil]]
    #expect(value["text"]?.string == "a")
    #expect(value["text"]?.number == nil)
    #expect(value["flag"]?.bool == true)
    #expect(value["list"]?[0]?.number?.integer == 1)
    #expect(value["list"]?[1]?.isNull == true)
    #expect(value["list"]?[2] == nil)
    #expect(value["other"] == nil)
  }
}
