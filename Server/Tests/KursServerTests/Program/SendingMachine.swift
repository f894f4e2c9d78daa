// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import KursServer

/// A client that sends requests one after the other and records which requests were confirmed.
struct SendingMachine {
  private(set) var objects: Set<String> = []
  private(set) var reports = 0
  private var token: String?
  private var underWay: Sending?

  private enum Kind { case object(String), report }

  private struct Sending {
    let kind: Kind
    let key = UUID().text
  }

  mutating func signIn(_ client: RealClient) async throws {
    guard token == nil else { return }
    let data = try await client.post(
      "/api/v1/member/register/", #"{"email":"ada@example.org","password":"correct horse"}"#
    ).ok()
    token = try #require(data["access_token"]?.text)
  }

  /// Repeats the request that was active when the server was killed, with the same key.
  mutating func resend(_ client: RealClient) async throws {
    guard let sending = underWay else { return }
    try await send(sending, over: client).ok()
    acknowledge(sending)
  }

  /// Checks that the server has each confirmed object exactly once and no other object.
  func check(_ client: RealClient) async throws {
    let all = try await signedIn(client).post("/api/v1/sync/", SyncTests.request([])).ok()
    let ids = (all["changes"]?.elements ?? []).compactMap { $0["id"]?.text }
    #expect(Set(ids) == objects && ids.count == objects.count)
    #expect(all["revision"] == .number(objects.count))
  }

  /// Sends a request whose response is lost.
  mutating func sendWithoutHearing(_ client: RealClient) async throws {
    let sending = Sending(kind: .report)
    underWay = sending
    _ = try await send(sending, over: client)
  }

  mutating func sendUntilItFails(_ client: RealClient) async {
    while true {
      let sending = Sending(kind: reports < objects.count ? .report : .object(UUID().text))
      underWay = sending
      guard let reply = try? await send(sending, over: client), reply.status == 200 else { return }
      acknowledge(sending)
    }
  }

  private mutating func acknowledge(_ sending: Sending) {
    switch sending.kind {
    case .object(let id): objects.insert(id)
    case .report: reports += 1
    }
    underWay = nil
  }

  private func send(_ sending: Sending, over client: RealClient) async throws -> Reply {
    switch sending.kind {
    case .object(let id):
      try await signedIn(client).post("/api/v1/sync/", SyncTests.request([SyncTests.object(id)]), key: sending.key)
    case .report:
      try await client.post("/api/v1/report/validation/", ReportTests.report(), key: sending.key)
    }
  }

  private func signedIn(_ client: RealClient) -> RealClient {
    var client = client
    client.token = token
    return client
  }
}
