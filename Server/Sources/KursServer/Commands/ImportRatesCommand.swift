// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct ImportRatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-rates", abstract: "Imports the rates of a team. Imports all rows or none.",
    discussion:
      "The CSV file has the header date,base,quote,value and optionally unit. You can run this command while the server runs."
  )

  @Argument(help: "The CSV file.")
  var file: String
  @Option(help: "The server's SQLite file.")
  var database: String

  func run() throws {
    umask(0o077)
    let store = try ServerDatabase(path: database, isGuest: true)
    let bytes: [UInt8]
    do { bytes = [UInt8](try Data(contentsOf: URL(filePath: file))) } catch {
      throw ValidationError("\(file): \(FileFault.reason(of: error))")
    }
    let rates: [TeamRate]
    do {
      rates = try RateTable(csv: bytes).rates
    } catch let refusal as Refusal {
      throw ValidationError("Line \(refusal.details.line ?? 1) of \(file) is not a rate. Nothing was imported.")
    }
    let now = SystemClock.now()
    let changed = try store.writeAndWait {
      try TeamRates(database: $0).take(rates, at: now)
    }
    print("Rates read: \(rates.count). Added or changed: \(changed).")
  }
}
