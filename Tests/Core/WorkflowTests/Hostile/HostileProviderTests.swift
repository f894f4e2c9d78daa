// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursCore
import KursItems
import KursModel
import KursNetwork
import KursWorkflow
import Testing
import TestSupport

/// Each provider's server responds correctly once, then in every known bad way. Sockets and libcurl are real.
@Suite struct HostileProviderTests {
  static let secret = "s3cret"
  static let key = ProviderKey(secret)

  /// Returns a provider's correct responses, each with the part of the path that selects the response.
  static func documents(of id: String) throws -> [(part: String, bytes: [UInt8])] {
    let keyless = ProviderRefreshTests.keyless.first { $0.id == id }?.documents
    return try (keyless ?? [("/", "latest.json")]).map { part, file in
      (part, Array(try Data(contentsOf: URL(filePath: Fixtures.path(id, file)))))
    }
  }

  /// Returns a core with the production network, but with a timeout of one second instead of fifteen.
  static func core(_ folder: TemporaryFolder) throws -> Core {
    var environment = environment(folder)
    let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
    environment.transport = { HurriedTransport(network.transport, stall: .seconds(1)) }
    return try Core(environment)
  }

  static func failure(_ core: Core, _ id: ProviderID, _ address: String) async -> RatesFailure? {
    do throws(RatesFailure) {
      try await core.rates.refresh(id, address: address, key: key(for: id))
      return nil
    } catch {
      return error
    }
  }

  static func key(for id: ProviderID) -> ProviderKey? {
    ProviderDefinition.endpoints(of: id)?.key == KeyPlacement.none ? nil : key
  }

  @Test(
    "stored rates survive any misbehaving server", .fault("J19"),
    arguments: ProviderDefinition.all.map(\.provider.id.name))
  func storedRatesSurviveAnyMisbehavingServer(name: String) async throws {
    let (folder, id, server) = (TemporaryFolder(), ProviderID(name), try FakeServer.listening())
    defer { server.stop() }
    let documents = try Self.documents(of: name)
    let core = try Self.core(folder)
    let nothing = ProviderDefinition.endpoints(of: id)?.span?.command.nothingStatus
    @Sendable func good(_ target: String) -> [UInt8] { documents.first { target.contains($0.part) }?.bytes ?? [] }
    server.answer { HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: good($0.url), url: "") }
    #expect(await Self.failure(core, id, server.address) == nil)
    let stored = try await ProviderRefreshTests.lines(in: folder, of: id)
    #expect(!stored.isEmpty)
    for misdeed in Misdeed.all {
      server.sendBytes { misdeed.act($0, good($1.url)) }
      let failure = await Self.failure(core, id, server.address)
      #expect(misdeed.verdict.fits(failure, of: id, nothing: nothing), "\(misdeed.name): \(String(describing: failure))")
      #expect(try await ProviderRefreshTests.lines(in: folder, of: id) == stored, "\(misdeed.name)")
    }
    try await staysWhereItIs(core, id, server, good)
    #expect(try await ProviderRefreshTests.lines(in: folder, of: id) == stored)
  }

  /// Checks that an unchanged response gives the same rates, also after a redirect to another host.
  ///
  /// If the URL of a request contains a key, Kurs refuses a redirect to another host, because that host would receive
  /// the key.
  private func staysWhereItIs(
    _ core: Core, _ id: ProviderID, _ server: FakeServer, _ good: @escaping @Sendable (String) -> [UInt8]
  ) async throws {
    server.answer { HTTPResponse(status: 200, headers: ["ETag": "\"2\""], body: good($0.url), url: "") }
    let plain = await Self.failure(core, id, server.address)
    let elsewhere = try FakeServer.listening()
    defer { elsewhere.stop() }
    if Self.key(for: id) == nil {
      server.answer { _ in HTTPResponse(status: 304, headers: ["ETag": "\"2\""], url: "") }
      #expect(await Self.failure(core, id, server.address) == plain, "304")
    }
    server.answer { request in
      HTTPResponse(status: 301, headers: ["Location": "http://localhost:\(elsewhere.port)\(request.url)"], url: "")
    }
    elsewhere.answer { HTTPResponse(status: 200, body: good($0.url), url: "") }
    let tellsKey = server.urls.contains { $0.contains(Self.secret) }
    let refused = RatesFailure.api(provider: id, .unreachable(.redirectWithKey))
    #expect(await Self.failure(core, id, server.address) == (tellsKey ? refused : plain), "301")
    #expect(elsewhere.requests.isEmpty == tellsKey)
  }

  @Test("the tests have at least 26 kinds of misbehaving server")
  func theTestsHaveAtLeast26KindsOfMisbehavingServer() {
    #expect(Misdeed.all.count >= 26)
    #expect(Misdeed.bomb.count > 40_000 && Misdeed.bomb.count < 100_000)
  }
}
