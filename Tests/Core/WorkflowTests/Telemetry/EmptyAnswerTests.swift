// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursNetwork
import KursNetworkCache
import KursValidation
import Synchronization
import Testing
import TestSupport

/// Row J21 of docs/FAULTS.md: a response without a body isn't validated against a schema and causes no report.
@Suite struct EmptyAnswerTests {
  @Test(
    "an empty response is neither checked nor reported", .fault("J21"),
    arguments: [204, 205, 304], [Endpoint.Method.get, .head])
  func anEmptyResponseIsNeitherCheckedNorReported(status: Int, method: Endpoint.Method) async throws {
    let heard = Mutex(0)
    let server = FakeServer(HTTPResponse(status: status, url: ""))
    let client = APIClient(
      transport: server, validator: ResponseValidator(SchemaStore(folder: packageRoot + "data/schemas")),
      refusals: RefusalListener(clock: { 0 }) { _ in heard.withLock { $0 += 1 } })
    let command = Endpoint("latest", method: method, path: "/v1/latest", accept: "*/*", schema: "frankfurter-v1")
    await #expect(throws: APIError.status(status)) { try await client.send(command, to: "https://host.example") }
    #expect(heard.withLock { $0 } == 0)
  }

  @Test("a HEAD response isn't checked, because it has no body", .fault("J21"))
  func aHEADResponseIsntCheckedBecauseItHasNoBody() async throws {
    let client = APIClient(
      transport: FakeServer(HTTPResponse(status: 200, url: "")),
      validator: ResponseValidator(SchemaStore(folder: packageRoot + "data/schemas")),
      refusals: RefusalListener(clock: { 0 }) { _ in Issue.record("reported") })
    let command = Endpoint("latest", method: .head, path: "/v1/latest", accept: "*/*", schema: "frankfurter-v1")
    #expect(try await client.send(command, to: "https://host.example").value == nil)
  }
}
