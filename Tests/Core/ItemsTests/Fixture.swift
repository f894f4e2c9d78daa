// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import KursAPI
import KursItems
import KursModel
import TestSupport
import Testing

/// A document in the format of a provider's responses, with its expected quotes.
struct Fixture: CustomTestStringConvertible, Sendable {
  /// The provider's name, which is also the folder's name.
  let provider: String
  let name: String
  let bytes: [UInt8]
  /// The quotes as `base counter unitExponent value day`. A buying or selling rate ends with `buying` or `selling`.
  let quotes: Set<String>
  let items: ProviderDefinition?

  var testDescription: String { "\(provider)/\(name)" }
  var isJSON: Bool { name.hasSuffix(".json") }

  static let data = URL(filePath: #filePath).appending(path: "../../../../data").standardizedFileURL

  static let all: [Fixture] = Fixtures.folders.sorted { $0.key < $1.key }.flatMap { provider, folder in
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { !$0.hasSuffix(".quotes") }.compactMap { Fixture(provider, $0) }
  }

  private init?(_ provider: String, _ name: String) {
    let file = URL(filePath: Fixtures.path(provider, name))
    let table = file.deletingPathExtension().appendingPathExtension("quotes")
    guard let data = try? Data(contentsOf: file), let text = try? String(contentsOf: table, encoding: .utf8) else {
      return nil
    }
    (self.provider, self.name, bytes) = (provider, name, Array(data))
    quotes = Set(text.split(separator: "\n").map(String.init))
    items =
      if provider == "team" {
        Team(of: MemberID("1", at: "https://kurs.example")).map { .team($0) }
      } else {
        ProviderDefinition.all.first { $0.provider.id.name == provider }
      }
  }

  /// The name of the schema for the provider's responses.
  var schemaName: String? {
    guard let items else { return nil }
    let asked = items.endpoints.latest + [items.endpoints.span?.command, items.endpoints.history].compactMap { $0 }
    return asked.compactMap(\.schema).first
  }

  /// Whether the schema accepts a document. The parser isn't used.
  func isAccepted(_ value: JSONValue) throws -> Bool {
    guard let name = schemaName, let schema = Self.schemas[name] else { throw ItemError.foreign }
    return try schema.evaluate(value).isValid
  }

  /// Reads a document as if the provider had sent it. JSON must match its schema first.
  func read(_ bytes: [UInt8]) throws -> QuoteBatch {
    guard let items else { throw ItemError.foreign }
    var value: JSONValue?
    if isJSON {
      value = try JSONReader().read(bytes)
      guard let value, try isAccepted(value) else {
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
        observations.map {
          "\(pair.base) \(pair.counter) \($0.unit.exponent.map { "\($0)" } ?? "of \($0.unit.number)") \($0.value.text) \($0.day)\(pair.side == .middle ? "" : " \(pair.side.rawValue)")"
        }
      })
  }

  /// All schemas in `data/schemas` and in the providers' folders.
  static let files: [String] = {
    let own = (try? FileManager.default.subpathsOfDirectory(atPath: data.appending(path: "schemas").path())) ?? []
    let providers = (try? FileManager.default.subpathsOfDirectory(atPath: Fixtures.providers)) ?? []
    return (own + providers.map { "providers/" + $0 }).filter { $0.hasSuffix(".schema.json") }
  }()

  /// The JSON of each schema, by the schema's name.
  static let written: [String: JSONValue] = {
    let folder = data.appending(path: "schemas")
    var written: [String: JSONValue] = [:]
    for name in files {
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
        let value = try? JSONReader().read(Array(bytes))
      else { continue }
      let own = name.hasPrefix("providers/") ? name.split(separator: "/").last.map(String.init) ?? name : name
      written[String(own.dropLast(".schema.json".count))] = value
    }
    return written
  }()

  static let schemas: [String: Schema] = written.compactMapValues { try? Schema($0) }
}
