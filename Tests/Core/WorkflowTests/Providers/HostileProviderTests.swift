// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import KursWorkflow
import Testing

/// Each provider without a key answers well once and badly ever after: what is stored stays what it was.
@Suite struct HostileProviderTests {
  /// What the document becomes, and whether nobody could take it for one.
  static let wounds: [(name: String, isFatal: Bool, make: @Sendable ([UInt8]) -> [UInt8])] = [
    ("empty", true, { _ in [] }),
    ("page", true, { _ in Array("<!DOCTYPE html><html><body>Back soon</body></html>".utf8) }),
    ("refusal", true, { _ in Array(#"{"success":false,"error":{"code":101,"type":"invalid_access_key"}}"#.utf8) }),
    ("half", true, { Array($0.prefix($0.count / 2 + 7)) }),
    ("deep JSON", true, { _ in [UInt8](repeating: UInt8(ascii: "["), count: 100_000) }),
    ("deep XML", true, { _ in Array(String(repeating: "<a>", count: 100_000).utf8) }),
    ("another encoding", true, { $0.flatMap { [$0, 0] } }),
    ("byte order mark", false, { [0xEF, 0xBB, 0xBF] + $0 }),
    ("twice", false, { $0 + $0 }),
    ("10,000 digits", false, { bytes in
      let point = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.lastIndex(of: UInt8(ascii: ",")) ?? 0
      return bytes[...point] + [UInt8](repeating: UInt8(ascii: "7"), count: 10_000) + bytes[(point + 1)...]
    }),
  ]

  @Test(arguments: ProviderRefreshTests.keyless.map(\.id))
  func whatIsStoredStays(id: String) async throws {
    let document = try #require(ProviderRefreshTests.keyless.first { $0.id == id }?.documents.first)
    let good = Array(
      try Data(contentsOf: URL(filePath: "\(ProviderRefreshTests.fixtures)/\(id)/\(document.file)")))
    let (folder, answer) = (TemporaryFolder(), Answer(good))
    try await ProviderRefreshTests.serving(folder, RequestLog()) { _ in (200, Data(answer.bytes)) } body: {
      core, address async throws -> Void in
      let provider = ProviderID(id)
      // NBP and NBRB are asked for two tables; the second answer is the first one's bytes.
      try await core.rates.refresh(provider, address: address)
      let stored = try await ProviderRefreshTests.lines(in: folder, of: provider)
      #expect(!stored.isEmpty)
      for wound in Self.wounds {
        answer.bytes = wound.make(good)
        do {
          try await core.rates.refresh(provider, address: address)
          #expect(!wound.isFatal, "\(wound.name)")
        } catch let failure as RatesFailure {
          #expect(Self.names(failure, provider), "\(wound.name): \(failure)")
        }
        #expect(try await ProviderRefreshTests.lines(in: folder, of: provider) == stored, "\(wound.name)")
      }
    }
  }

  /// Whether the failure says whose it is.
  private static func names(_ failure: RatesFailure, _ provider: ProviderID) -> Bool {
    switch failure {
    case .document(let id, _), .api(let id, _), .future(let id, _): id == provider
    default: false
    }
  }
}

/// The server's next answer.
private final class Answer: @unchecked Sendable {
  // Behind a lock: the server reads on its own thread.
  private let lock = NSLock()
  private var current: [UInt8]

  init(_ bytes: [UInt8]) {
    current = bytes
  }

  var bytes: [UInt8] {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}
