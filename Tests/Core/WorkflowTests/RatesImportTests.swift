// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursItems
import KursModel
import KursStorage
import KursWorkflow
import TestSupport
import Testing

@Suite struct RatesImportTests {
  @Test("conversions succeed as soon as the newest day is imported")
  func conversionsSucceedAsSoonAsTheNewestDayIsImported() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    let progress = try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
    #expect(progress.changed == 29)
    #expect(!progress.isComplete)
    let table = try await core.rates.table(of: .ecb, on: nil)
    #expect(try table.route(from: .eur, to: .usd).published?.text == "1.1172")
  }

  @Test("the bundled history is imported only once") func theBundledHistoryIsImportedOnlyOnce() async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    #expect(try await core.rates.importer.importRates(core.bundle).changed == 221_702)
    let again = try Core(environment(folder))
    let second = try await again.rates.importer.importRates(again.bundle)
    #expect(second.changed == 0)
    #expect(second.isComplete)
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    #expect(try await database.documents(of: .ecb).count == 1)
  }

  @Test("a killed import resumes where it stopped", arguments: [1, 2, 13, 28])
  func aKilledImportResumesWhereItStopped(batches: Int) async throws {
    let folder = TemporaryFolder()
    let core = try Core(environment(folder))
    let updates = await core.rates.updates()
    let importProgress = Task { try await core.rates.importer.importRates(core.bundle) }
    var seen = 0
    for await update in updates {
      if case .importProgress = update { seen += 1 }
      if seen == batches { break }
    }
    importProgress.cancel()
    _ = await importProgress.result
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    let before = try await database.documents(of: .ecb)[0]
    let resumed = try Core(environment(folder))
    let rest = try await resumed.rates.importer.importRates(resumed.bundle)
    let counted = try await countObservations(database)
    #expect(counted == 221_702)
    if !before.isComplete { #expect(rest.changed < 221_702) }
  }

  @Test("a newer bundled file adds only new days") func aNewerBundledFileAddsOnlyNewDays() async throws {
    let folder = TemporaryFolder()
    let older = try shippedTable(skippingNewest: 3)
    let resources = try resourceFolder(folder, history: storedZip(Array(older.utf8)))
    let first = try Core(environment(folder, resources: resources))
    let taken = try await first.rates.importer.importRates(first.bundle)
    let second = try Core(environment(folder))
    let added = try await second.rates.importer.importRates(second.bundle)
    #expect(taken.changed + added.changed == 221_702)
    #expect(added.changed == 3 * 29)
  }

  @Test(
    "a damaged bundled file leaves the stored rates unchanged",
    arguments: [[], [UInt8](repeating: 0x3C, count: 500), Array("PK\u{3}\u{4} not a zip at all, not at all".utf8)])
  func aDamagedBundledFileLeavesTheStoredRatesUnchanged(bytes: [UInt8]) async throws {
    let folder = TemporaryFolder()
    let resources = try resourceFolder(folder, history: bytes)
    let core = try Core(environment(folder, resources: resources))
    await #expect(throws: RatesFailure.self) { try await core.rates.importer.importRates(core.bundle) }
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    #expect(try await database.documents(of: .ecb).isEmpty)
  }

  @Test("an imported file with a future day is refused") func anImportedFileWithAFutureDayIsRefused() async throws {
    let folder = TemporaryFolder()
    let history = storedZip(Array("Date,USD,\n2026-11-05,1.1,\n".utf8))
    let core = try Core(environment(folder, resources: try resourceFolder(folder, history: history)))
    let file = folder.path + "/later.zip"
    try Data(history).write(to: URL(filePath: file))
    await #expect(throws: RatesFailure.future(provider: .ecb, day("2026-11-05"))) {
      try await core.rates.importer.importFile(file, of: .ecb)
    }
  }

  /// If the clock is wrong, the bundled rates must still be used.
  @Test("a future day in the bundled history is accepted")
  func aFutureDayInTheBundledHistoryIsAccepted() async throws {
    let folder = TemporaryFolder()
    let resources = try resourceFolder(folder, history: storedZip(Array("Date,USD,\n2026-11-05,1.1,\n".utf8)))
    let core = try Core(environment(folder, resources: resources))
    #expect(try await core.rates.importer.importRates(core.bundle).downTo == day("2026-11-05"))
  }
}

private func countObservations(_ database: RatesDatabase) async throws -> Int {
  var count = 0
  for pair in try await database.pairs(of: .ecb) {
    count += try await database.observations(
      of: .ecb, base: pair.base, counter: pair.counter, from: day("1999-01-01"), to: day("2026-12-31")
    ).count
  }
  return count
}

/// Creates a data folder with another history, and returns its path.
private func resourceFolder(_ folder: TemporaryFolder, history: [UInt8]) throws -> String {
  let resources = folder.path + "/resources"
  try FileManager.default.createDirectory(atPath: resources + "/rates", withIntermediateDirectories: true)
  try FileManager.default.createSymbolicLink(
    atPath: resources + "/currencies", withDestinationPath: packageRoot + "data/currencies")
  try Data(history).write(to: URL(filePath: resources + "/rates/eurofxref-hist.zip"))
  return resources
}

/// Returns the CSV of the bundled archive without its newest days.
private func shippedTable(skippingNewest days: Int) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["unzip", "-p", packageRoot + "data/rates/eurofxref-hist.zip"]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let table = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  var lines = table.split(separator: "\n", omittingEmptySubsequences: false)
  lines.removeSubrange(1...days)
  return lines.joined(separator: "\n")
}
