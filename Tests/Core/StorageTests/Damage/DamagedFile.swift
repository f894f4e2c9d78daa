// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
@testable import KursStorage

/// A file that is damaged on purpose. `read` opens it and lists its content as strings.
enum DamagedFile: String, CaseIterable, Sendable {
  case rates, user, caches, images

  struct Reading: Sendable {
    var facts: Set<String> = []
    var recovered: QuarantinedFile?
  }

  /// Whether the user is notified when data is missing. A cache can lose data silently.
  var isTold: Bool { self == .rates || self == .user }

  func make(at path: String) async throws {
    switch self {
    case .rates: try await Self.makeRates(path)
    case .user: try await Self.makeUser(path)
    case .caches:
      let cache = CacheDatabase(path: path)
      for number in 1...8 { try await cache.store(Self.record(number)) }
      await cache.close()
    case .images:
      let images = ImageDatabase(path: path)
      for number in 1...6 { try await images.store(Self.image(number), ImageStorageLimits(), now: at(0)) }
      try await images.noteMissing("https://example.org/none", member: "", reason: "gone", until: at(99))
    }
  }

  func read(_ path: String) async throws -> Reading {
    switch self {
    case .rates: return try await Self.readRates(path)
    case .user: return try await Self.readUser(path)
    case .caches:
      let cache = CacheDatabase(path: path)
      var reading = Reading()
      for number in 1...8 {
        let records = try await cache.records(partition: "", url: Self.record(number).url)
        reading.facts.formUnion(records.map { "\($0)" })
      }
      await cache.close()
      return reading
    case .images:
      let images = ImageDatabase(path: path)
      var reading = Reading()
      for number in 1...6 {
        let url = Self.image(number).url
        if let image = try await images.image(url, member: "", now: at(0)) { reading.facts.insert("\(image)") }
      }
      if let missing = try await images.missing("https://example.org/none", member: "") {
        reading.facts.insert("\(missing)")
      }
      return reading
    }
  }
}

extension DamagedFile {
  private static func record(_ number: Int) -> CacheRecord {
    CacheRecord(
      partition: "", url: "https://example.org/\(number)", variant: "", metadata: Array("max-age=\(number)".utf8),
      body: Array(repeating: UInt8(number), count: 700 * number))
  }

  private static func image(_ number: Int) -> StoredImage {
    StoredImage(
      url: "https://example.org/\(number).png", member: "", bytes: Array(repeating: UInt8(number), count: 900 * number),
      etag: "\"\(number)\"", stored: at(0), expires: at(Int64(number)))
  }

  private static let banks: [(ProviderID, String)] = [("ecb", "USD"), ("ecb", "KRW"), ("nbp", "PLN"), ("cnb", "CZK")]
    .map { (ProviderID($0.0), $0.1) }
  private static let first = Day(year: 2023, month: 1, day: 2) ?? Day(number: 0)
  private static let length: Int32 = 900

  private static func makeRates(_ path: String) async throws {
    let database = try RatesDatabase(path: path)
    for (number, (bank, code)) in banks.enumerated() {
      guard let counter = Currency(code) else { continue }
      let document = try await database.insert(
        NewDocument(
          provider: bank, command: "history", origin: .download, requestHash: "r\(number)", dataHash: "d\(number)",
          body: Array(repeating: UInt8(number + 1), count: 3000), fetched: at(Int64(number))))
      let days = stride(from: Int32(0), to: length, by: 9).map { day in
        Observation(
          day: first + Int(day), value: PublishedNumber(coefficient: UInt64(10_000 + day) * UInt64(number + 1), scale: 4),
          unit: .one)
      }
      _ = try await database.store(
        QuoteBatch(provider: bank, pairs: [PairKey(base: .eur, counter: counter): days]), from: document.id,
        importedDownTo: first, isComplete: true)
    }
    try await database.remember(
      MovedAddress(
        provider: ProviderID("nbp"), source: "https://a.example", target: "https://b.example", noted: at(1), isUsed: true))
    try database.close()
  }

  private static func readRates(_ path: String) async throws -> Reading {
    let database = try RatesDatabase(path: path, recovery: FileRecovery(clock: { at(1_700_000_000_000) }))
    var facts: Set<String> = []
    for provider in try await database.providers() { facts.insert("provider \(provider)") }
    for (provider, codes) in try await database.quotedCurrencies() {
      facts.formUnion(codes.map { "quoted \(provider) \($0)" })
    }
    for (bank, code) in banks {
      guard let counter = Currency(code) else { continue }
      for day in [nil, first + 40, first + 800] {
        for quote in try await database.latestQuotes(of: bank, on: day) {
          facts.insert("rate \(bank) \(quote.base)\(quote.counter) \(quote.observation.day) \(quote.observation.value)")
        }
      }
      let days = try await database.observations(
        of: bank, base: .eur, counter: counter, from: first, to: first + Int(length))
      for each in days { facts.insert("rate \(bank) \(Currency.eur)\(counter) \(each.day) \(each.value)") }
      for document in try await database.documents(of: bank) {
        // The fact "imported" is missing for a response that Kurs copied from a damaged file, because the response must
        // be imported again.
        if document.isComplete || document.importedDownTo != nil { facts.insert("imported \(document)") }
        facts.insert("\(bank) \(document.id) \(document.command) \(document.origin) \(document.dataHash)")
        let ends = String(describing: document.expires)
        facts.insert("\(bank) \(document.id) \(document.fetched) \(document.checked) \(ends) \(document.etag ?? "")")
        if let answer = try await database.answer(document.id) { facts.insert("answer \(document.id) \(answer)") }
      }
      for pair in try await database.pairs(of: bank) { facts.insert("pair \(bank) \(pair)") }
    }
    for moved in try await database.movedAddresses() { facts.insert("\(moved)") }
    facts.formUnion(try await database.quarantined().map { "\($0)" })
    defer { try? database.close() }
    return Reading(facts: facts, recovered: database.recoveredFile)
  }

  private static func makeUser(_ path: String) async throws {
    let user = try UserDatabase(path: path)
    try await user.signIn("anna")
    for number in 0..<24 {
      let fields = ["title": ("Journey \(number)", Int64(number)), "rate": ("0.00\(50 + number)", Int64(number)),
        "calculation": (String(repeating: "\(number) EUR + ", count: number == 7 ? 900 : 12), Int64(number))]
      try await user.put(favourite("E\(number)", fields), of: number % 2 == 0 ? .withoutAccount : "anna")
    }
    // Creates synced objects. Some have unsent edits or conflicts that wait for the user.
    for number in 0..<8 {
      let rate = { (value: String, edited: Int64) in
        UserObject(
          id: .init(.ownRate, named: "r\(number)"), kind: .ownRate,
          fields: ["rate": .init(value, edited: at(edited)), "note": .init("\(number)", edited: at(1))],
          revision: number + 1, isUnsent: false)
      }
      _ = try await user.merge([rate("1", 1)], removed: [], revision: number + 1, sent: [], of: "anna")
      guard number > 1 else { continue }
      try await user.put(rate("2", 5), of: "anna")
      try await user.noteSending([rate("2", 5)], of: "anna")
      if number > 4 {
        _ = try await user.merge([rate("3", 7)], removed: [], revision: number + 1, sent: [], of: "anna")
      }
    }
    for number in 0..<60 {
      try await user.history.add("\(number) EUR = \(number) USD", fingerprint: "f\(number)", folded: "\(number)", of: .withoutAccount)
    }
    for code in ["EUR", "USD", "CHF"] { try await user.noteRecent(Currency(code) ?? .eur, of: .withoutAccount) }
    try await user.saveSession(["list": "1 EUR\n2 USD", "typed": "12", "long": String(repeating: "x", count: 9000)])
    for number in 0..<6 {
      _ = try await user.enqueue(
        QueuedCommand.Content(
          member: "anna", resource: "r\(number)", isDroppable: false, key: "k\(number)", command: "c",
          server: "https://example.org", method: "POST", path: "/p", body: Array(repeating: 7, count: 900)),
        at: at(Int64(number)))
    }
    try user.close()
  }

  private static func readUser(_ path: String) async throws -> Reading {
    let user = try UserDatabase(path: path, recovery: FileRecovery(clock: { at(1_700_000_000_000) }))
    var facts: Set<String> = []
    for (name, value) in try await user.session() { facts.insert("session \(name) \(value)") }
    for member in [MemberID.withoutAccount, "anna"] {
      for object in try await user.objects(.favourite, of: member, deletedToo: true) {
        for (name, field) in object.fields { facts.insert("\(member) \(object.id) \(name) \(field)") }
        facts.insert("\(member) \(object.id) \(object.revision) \(object.isUnsent)")
      }
      for object in try await user.objects(.ownRate, of: member) {
        for (name, field) in object.fields { facts.insert("\(object.id) \(name) \(field)") }
      }
      for conflict in try await user.conflicts(of: member) {
        facts.insert("conflict \(conflict.object.id) \(conflict.field) \(conflict.other)")
      }
      for row in try await user.history.rows(of: member) { facts.insert("\(row)") }
      for code in try await user.recentCurrencies(of: member, limit: 9) { facts.insert("recent \(code)") }
    }
    for command in try await user.queued() {
      guard let (whole, isIntact) = try await user.queued(command.id), isIntact else { continue }
      facts.insert("\(whole)")
    }
    for member in try await user.members() { facts.insert("\(member)") }
    defer { try? user.close() }
    return Reading(facts: facts, recovered: user.recoveredFile)
  }
}

extension RatesDatabase {
  /// Closes the file, as when the program exits.
  fileprivate func close() throws { try file.close() }
}
