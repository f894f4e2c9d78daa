// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import TestSupport

/// Sends a test's requests through a transport and lists the failed expectations. An empty list is a pass.
struct SuiteRun: Sendable {
  let test: SuiteTest
  let origin: SuiteOrigin
  let transport: any Transport

  func faults() async -> [String] {
    let id = UUID().uuidString.lowercased()
    origin.add(id, test.requests)
    var faults: [String] = []
    var responses: [HTTPResponse?] = []
    for (index, entry) in test.requests.enumerated() {
      do throws(NetworkError) {
        let response = try await transport.send(request(entry, id, index + 1))
        faults += SuiteCheck(entry: entry, number: index + 1, id: id).faults(response)
        responses.append(response)
      } catch {
        faults.append("request \(index + 1) failed: \(error)")
        responses.append(nil)
      }
      // The suite requires real seconds for a response to become stale.
      if entry.pause_after == true { try? await Task.sleep(for: .seconds(3)) }
    }
    return faults + serverFaults(responses, origin.seen(id))
  }

  private func request(_ entry: SuiteRequest, _ id: String, _ number: Int) -> HTTPRequest {
    var url = "\(origin.url)/test/\(id)"
    if let filename = entry.filename { url += "/\(filename)" }
    if let query = entry.query_arg { url += "?\(query)" }
    var headers: HTTPHeaders = ["Accept-Encoding": "identity", "Test-ID": test.id, "Req-Num": String(number)]
    for field in entry.request_headers ?? [] { headers.add(field.name, field.rest.first?.text ?? "") }
    // The cache mode of a request is sent as headers, as in the Fetch standard.
    if entry.cache == "no-cache" { headers.add("Cache-Control", "max-age=0") }
    return HTTPRequest(
      HTTPMethod(rawValue: entry.request_method ?? "GET"), url, headers: headers,
      body: Array((entry.request_body ?? "").utf8), timeouts: TransferTimeouts(total: .seconds(10)))
  }

  private func serverFaults(_ responses: [HTTPResponse?], _ seen: [SuiteOrigin.Exchange]) -> [String] {
    var faults: [String] = []
    for (index, entry) in test.requests.enumerated() where entry.expected_type != "cached" {
      let number = index + 1
      guard let exchange = seen.first(where: { $0.number == number }) else {
        let mustArrive = entry.expected_type != nil || entry.expected_request_headers != nil
        if mustArrive { faults.append("request \(number) did not reach the origin") }
        continue
      }
      if entry.expected_type == "etag_validated", exchange.headers["If-None-Match"] == nil {
        faults.append("request \(number) without If-None-Match")
      }
      if entry.expected_type == "lm_validated", exchange.headers["If-Modified-Since"] == nil {
        faults.append("request \(number) without If-Modified-Since")
      }
      if let method = entry.expected_method, method != exchange.method {
        faults.append("request \(number) arrived as \(exchange.method)")
      }
      faults += Self.requestHeaderFaults(entry, number, exchange)
      guard let response = responses[index] else { continue }
      for name in Set(exchange.checked.map { $0.name.lowercased() }) {
        let sent = HTTPHeaders(exchange.checked).combined(name)
        let got = response.headers.combined(name)
        if got != sent { faults.append("response \(number): \(name) is \(got ?? "missing")") }
      }
    }
    return faults
  }

  private static func requestHeaderFaults(
    _ entry: SuiteRequest, _ number: Int, _ exchange: SuiteOrigin.Exchange
  ) -> [String] {
    let wrong = (entry.expected_request_headers ?? []).filter { field in
      guard let value = exchange.headers.combined(field.name) else { return true }
      return field.rest.first.map { $0.text != value } ?? false
    }
    let unwanted = (entry.expected_request_headers_missing ?? []).filter { field in
      guard let value = exchange.headers.combined(field.name) else { return false }
      return field.rest.first.map { $0.text == value } ?? true
    }
    return (wrong + unwanted).map { "request \(number): header \($0.name)" }
  }
}

/// Checks one response against its expectations.
struct SuiteCheck {
  let entry: SuiteRequest
  let number: Int
  let id: String

  func faults(_ response: HTTPResponse) -> [String] {
    retryFaults(response) + typeFaults(response) + statusFaults(response) + headerFaults(response)
      + bodyFaults(response)
  }

  private func retryFaults(_ response: HTTPResponse) -> [String] {
    let numbers = (response.headers["Request-Numbers"] ?? "").split(separator: " ")
    return Set(numbers).count == numbers.count ? [] : ["response \(number): retried"]
  }

  private func typeFaults(_ response: HTTPResponse) -> [String] {
    let count = response.headers["Server-Request-Count"].flatMap { Int($0) }
    switch entry.expected_type {
    case "cached":
      let isCached = count.map { $0 < number } ?? (response.status == 304)
      return isCached ? [] : ["response \(number) does not come from the cache"]
    case "not_cached":
      return count == number ? [] : ["response \(number) comes from the cache"]
    default:
      return []
    }
  }

  private func statusFaults(_ response: HTTPResponse) -> [String] {
    if let expected = entry.expected_status {
      return expected.code == nil || expected.code == response.status ? [] : ["status \(response.status)"]
    }
    let expected = entry.response_status?.first?.text ?? "200"
    return expected == String(response.status) ? [] : ["response \(number): status \(response.status)"]
  }

  private func headerFaults(_ response: HTTPResponse) -> [String] {
    let now = (response.headers["Server-Now"].flatMap { Double($0) } ?? 0) / 1000
    let wrong = (entry.expected_response_headers ?? []).filter { field in
      guard let value = response.headers.combined(field.name) else { return true }
      if field.rest.count == 2, field.rest.first == .text(">"), case .number(let limit) = field.rest[1] {
        return (Int(value) ?? .min) <= limit
      }
      return field.rest.isEmpty ? false : value != SuiteDates.value(field, now: now)
    }
    let unwanted = (entry.expected_response_headers_missing ?? []).filter { field in
      guard let value = response.headers.combined(field.name) else { return false }
      return field.rest.first.map { value.contains($0.text) } ?? true
    }
    return (wrong + unwanted).map { field in
      "response \(number): header \(field.name) is \(response.headers.combined(field.name) ?? "missing")"
    }
  }

  private func bodyFaults(_ response: HTTPResponse) -> [String] {
    if entry.check_body == false { return [] }
    var expected: String?
    if let text = entry.expected_response_text {
      expected = text.text
    } else if let body = entry.response_body?.text {
      expected = body
    } else if response.status != 204, response.status != 304, entry.request_method != "HEAD" {
      expected = id
    }
    return expected == nil || expected == response.text ? [] : ["response \(number): body \(response.text)"]
  }
}
