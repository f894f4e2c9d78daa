// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// One test of the public suite, decoded from its data file.
struct SuiteTest: Decodable, Sendable {
  var id: String
  var requests: [SuiteRequest]
}

/// A value in the suite's header lists.
enum SuiteValue: Decodable, Sendable, Equatable {
  case text(String)
  case number(Int)
  case flag(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    }
  }
}

/// An entry of a header list: a name alone, or a name with values.
struct SuiteField: Decodable, Sendable {
  var name: String
  var rest: [SuiteValue]

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      (self.name, rest) = (name, [])
    } else {
      var values = try decoder.singleValueContainer().decode([SuiteValue].self)
      name = values.removeFirst().text
      rest = values
    }
  }
}

/// One request of a test: the sent request, the response of the origin and the expectations.
struct SuiteRequest: Decodable, Sendable {
  var request_method: String?
  var request_headers: [SuiteField]?
  var request_body: String?
  var filename: String?
  var query_arg: String?
  var cache: String?
  var pause_after: Bool?
  var disconnect: Bool?
  var magic_locations: Bool?
  var rfc850date: [String]?
  var response_status: [SuiteValue]?
  var response_headers: [SuiteField]?
  var response_body: SuiteText?
  var response_pause: Int?
  var check_body: Bool?
  var expected_type: String?
  var expected_method: String?
  var expected_status: SuiteStatus?
  var expected_request_headers: [SuiteField]?
  var expected_request_headers_missing: [SuiteField]?
  var expected_response_headers: [SuiteField]?
  var expected_response_headers_missing: [SuiteField]?
  var expected_response_text: SuiteText?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case request_method, request_headers, request_body, filename, query_arg, cache, pause_after, disconnect
    case magic_locations, rfc850date, response_status, response_headers, response_body, response_pause
    case check_body, expected_type, expected_method, expected_status, expected_request_headers
    case expected_request_headers_missing, expected_response_headers, expected_response_headers_missing
    case expected_response_text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    // Returns nil only for a missing member. A member that is null is decoded, because null has a different meaning.
    func nullable<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      container.contains(key) ? try container.decode(Value.self, forKey: key) : nil
    }
    request_method = try optional(.request_method)
    request_headers = try optional(.request_headers)
    request_body = try optional(.request_body)
    filename = try optional(.filename)
    query_arg = try optional(.query_arg)
    cache = try optional(.cache)
    pause_after = try optional(.pause_after)
    disconnect = try optional(.disconnect)
    magic_locations = try optional(.magic_locations)
    rfc850date = try optional(.rfc850date)
    response_status = try optional(.response_status)
    response_headers = try optional(.response_headers)
    response_body = try nullable(.response_body)
    response_pause = try optional(.response_pause)
    check_body = try optional(.check_body)
    expected_type = try optional(.expected_type)
    expected_method = try optional(.expected_method)
    expected_status = try nullable(.expected_status)
    expected_request_headers = try optional(.expected_request_headers)
    expected_request_headers_missing = try optional(.expected_request_headers_missing)
    expected_response_headers = try optional(.expected_response_headers)
    expected_response_headers_missing = try optional(.expected_response_headers_missing)
    expected_response_text = try nullable(.expected_response_text)
  }
}

/// Text, or nil if the member is null.
struct SuiteText: Decodable, Sendable {
  var text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = container.decodeNil() ? nil : try container.decode(String.self)
  }
}

/// The expected status, or nil if any status is allowed.
struct SuiteStatus: Decodable, Sendable {
  var code: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    code = container.decodeNil() ? nil : try container.decode(Int.self)
  }
}
