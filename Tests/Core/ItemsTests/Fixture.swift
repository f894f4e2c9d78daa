// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursItems
import KursModel
import Testing

/// A document written after the shape of a provider's answers, and the quotes that it says, word for word.
struct Fixture: CustomTestStringConvertible, Sendable {
  /// The provider's name: the folder.
  let provider: String
  let name: String
  let bytes: [UInt8]
  /// `base counter unitExponent value day`, as printed; after it `buying` or `selling` where the bank does so.
  let quotes: Set<String>

  var testDescription: String { "\(provider)/\(name)" }
  var isJSON: Bool { name.hasSuffix(".json") }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  static let data = folder.appending(path: "../../../../data").standardizedFileURL

  static let all: [Fixture] = {
    let files = FileManager.default
    let folders = (try? files.contentsOfDirectory(atPath: folder.path())) ?? []
    return folders.sorted().flatMap { provider in
      let names = (try? files.contentsOfDirectory(atPath: folder.appending(path: provider).path())) ?? []
      return names.sorted().filter { !$0.hasSuffix(".quotes") }.compactMap { Fixture(provider, $0) }
    }
  }()

  private init?(_ provider: String, _ name: String) {
    let file = Self.folder.appending(path: provider).appending(path: name)
    let table = file.deletingPathExtension().appendingPathExtension("quotes")
    guard let data = try? Data(contentsOf: file), let text = try? String(contentsOf: table, encoding: .utf8) else {
      return nil
    }
    (self.provider, self.name, bytes) = (provider, name, Array(data))
    quotes = Set(text.split(separator: "\n").map(String.init))
  }

  var items: ProviderItems? {
    if provider == "team" { return Team(of: MemberID("1", at: "https://kurs.example")).map { .team($0) } }
    return ProviderItems.all.first { $0.provider.id.name == provider }
  }

  /// Reads a document as if the provider had sent it: JSON passes its schema first.
  func read(_ bytes: [UInt8]) throws -> QuoteBatch {
    guard let items else { throw ItemError.foreign }
    var value: JSONValue?
    if isJSON {
      value = try JSONReader().read(bytes)
      guard let value, try Self.schemas[Self.family[provider] ?? provider]?.evaluate(value).isValid == true else {
        throw ItemError.foreign
      }
    }
    var reader = try items.read(SourceDocument(bytes: bytes, json: value, day: Day(iso: "2026-03-21")))
    guard let batch = try reader.next() else { throw ItemError.empty }
    return batch
  }

  static func lines(of batch: QuoteBatch) -> Set<String> {
    Set(
      batch.pairs.flatMap { pair, observations in
        observations.map { "\(pair.base) \(pair.counter) \($0.unit.exponent.map { "\($0)" } ?? "of \($0.unit.number)") \($0.value.text) \($0.day)\(pair.side == .middle ? "" : " \(pair.side.rawValue)")" }
      })
  }

  /// Providers that share the schema of another.
  private static let family = [
    "frankfurter": "frankfurter-v1", "open-er-api": "exchangerate-api", "fixer-apilayer": "fixer",
    "exchangeratesapi": "fixer", "exchangerate-host": "currencylayer", "team": "account/rates",
  ]

  static let schemas: [String: Schema] = {
    let folder = data.appending(path: "schemas")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    var schemas: [String: Schema] = [:]
    for name in names + ["account/rates.schema.json"] where name.hasSuffix(".schema.json") {
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
        let value = try? JSONReader().read(Array(bytes)), let schema = try? Schema(value)
      else { continue }
      schemas[String(name.dropLast(".schema.json".count))] = schema
    }
    return schemas
  }()
}
