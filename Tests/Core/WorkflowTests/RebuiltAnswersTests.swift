// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursCore
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

/// Damaged rates of banks without a bundled history are rebuilt from the banks' stored responses, without a network.
///
/// `limits.py` has further tests.
@Suite struct RebuiltAnswersTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/data/rates.sqlite" }
  private static let answers = [
    #"{"amount":1.0,"base":"EUR","date":"2026-10-29","rates":{"USD":1.1150,"EGP":55.5}}"#,
    #"{"amount":1.0,"base":"EUR","date":"2026-10-30","rates":{"USD":1.1171,"EGP":56.1}}"#,
  ]

  @Test("rates with a bad checksum are rebuilt from stored responses", .fault("S03"))
  func ratesWithABadChecksumAreRebuiltFromStoredResponses() async throws {
    try await fill()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: """
          UPDATE segment SET checksum = checksum + 1
            WHERE series IN (SELECT id FROM series WHERE provider = 'frankfurter')
          """)
    }
    try queue.close()
    let core = try Core(environment(folder))
    #expect(try await pounds(core, on: "2026-10-29") == "55.5")
    #expect(try await pounds(core, on: nil) == "56.1")
    #expect(core.recoveredFile == nil)
  }

  /// Damages a different page of the file in each round. The rebuild must keep the rate that the refresh stored before.
  @Test("rates that a refresh stores during a rebuild are kept", .fault("S30"))
  func ratesThatARefreshStoresDuringARebuildAreKept() async throws {
    try await fill()
    let whole = try Data(contentsOf: URL(filePath: path))
    for page in 1...12 {
      try put(whole, withoutPage: page)
      var environment = environment(folder)
      environment.transport = {
        FakeServer(.ok(#"{"amount":1.0,"base":"EUR","date":"2026-10-30","rates":{"USD":1.1172,"EGP":57.2}}"#))
      }
      let core = try Core(environment)
      try await core.rates.refresh(.frankfurter)
      await core.rates.importer.importAnswers()
      #expect(try await pounds(core, on: nil) == "57.2", "page \(page)")
    }
  }

  @Test("if damage is found during use, all stored responses are imported again", .fault("S03"))
  func ifDamageIsFoundDuringUseAllStoredResponsesAreImportedAgain() async throws {
    try await fill()
    let whole = try Data(contentsOf: URL(filePath: path))
    var waited = 0
    for page in 1...12 where waited < 3 {
      try put(whole, withoutPage: page)
      let core = try Core(environment(folder))
      let waiting = try await core.rates.database.waitingDocuments().count
      guard waiting > 0, let recovered = core.recoveredFile else { continue }
      waited += waiting
      await core.rates.importer.rebuild(after: recovered)
      #expect(try await core.rates.database.waitingDocuments().isEmpty, "page \(page)")
    }
    #expect(waited > 0)
  }

  private func put(_ bytes: Data, withoutPage page: Int) throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data")
    where file.hasPrefix("rates.sqlite") {
      try FileManager.default.removeItem(atPath: folder.path + "/data/" + file)
    }
    var damaged = bytes
    damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
    try damaged.write(to: URL(filePath: path))
  }

  private static let month = #"[{"isoA3Code":"USD","value":1.15}]"#

  @Test("a stored response without a date gets the requested date")
  func aStoredResponseWithoutADateGetsTheRequestedDate() async throws {
    let asked = try await fillAMonth()
    try await write("DELETE FROM series; UPDATE document SET taken_up_down_to = NULL, is_complete = 0")
    let core = try Core(environment(folder))
    await core.rates.importer.importAnswers()
    let table = try await core.rates.table(of: .inforEuro, on: nil)
    #expect(table.newest == asked)
    #expect(try table.route(from: .eur, to: .usd).published?.text == "1.15")
  }

  /// The stored response has no day, as in older versions of Kurs. It must not be read at each start.
  @Test("an unreadable stored response is tried only once")
  func anUnreadableStoredResponseIsTriedOnlyOnce() async throws {
    _ = try await fillAMonth()
    try await write("UPDATE document SET asked_day = NULL, is_complete = 0 WHERE provider = 'inforeuro'")
    let core = try Core(environment(folder))
    #expect(try await core.rates.database.waitingDocuments().count == 1)
    await core.rates.importer.importAnswers()
    #expect(try await core.rates.database.waitingDocuments().isEmpty)
    #expect(try await core.rates.database.documents(of: .inforEuro).count == 1)
    // After damaged rates are removed, every stored response is read again.
    try await core.rates.database.forgetRates(of: .inforEuro)
    #expect(try await core.rates.database.waitingDocuments().count == 1)
  }

  /// Stores one month of InforEuro, whose responses do not name the month. Returns the month's first day.
  private func fillAMonth() async throws -> Day {
    var environment = environment(folder)
    environment.transport = { FakeServer(.ok(Self.month)) }
    let core = try Core(environment)
    try await core.rates.refresh(.inforEuro)
    return try await core.rates.table(of: .inforEuro, on: nil).newest
  }

  private func write(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Stores the bundled history and two responses of another bank. The files are closed on return.
  private func fill() async throws {
    let core = try Core(environment(folder))
    try await core.rates.importer.importHistory()
    for (number, answer) in Self.answers.enumerated() {
      let file = folder.path + "/\(number).json"
      try Data(answer.utf8).write(to: URL(filePath: file))
      _ = try await core.rates.importer.importFile(file, of: .frankfurter)
    }
  }

  private func pounds(_ core: Core, on text: String?) async throws -> String? {
    let inUse = try await core.rates.ratesInUse(on: text.map { day($0) }, of: [.frankfurter])
    return try inUse.leading.route(from: .eur, to: currency("EGP")).published?.text
  }
}
