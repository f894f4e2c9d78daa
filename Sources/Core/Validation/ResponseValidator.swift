// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
public import JSONSchema
import Synchronization

public struct ResponseValidator: Sendable {
  private let schemas: SchemaStore
  private let reader: JSONReader

  public init(_ schemas: SchemaStore, reader: JSONReader = JSONReader()) {
    self.schemas = schemas
    self.reader = reader
  }

  public func check(
    _ body: some Collection<UInt8>, against name: String
  ) throws(ValidationError) -> JSONValue {
    let schema = try schemas.schema(name)
    let value = try read(body)
    switch try verdict(of: schema, name, on: value) {  // guards J11, A09, A36: verdict(of: schema, name, on: value) => .valid
    case .valid: return value
    case .invalid(let failures): throw .refused(schema: name, failures)
    }
  }

  private func read(_ body: some Collection<UInt8>) throws(ValidationError) -> JSONValue {
    do throws(JSONReadError) {
      return try reader.read(body)
    } catch {
      throw .notJSON(error)
    }
  }

  private func verdict(
    of schema: Schema, _ name: String, on value: JSONValue
  ) throws(ValidationError) -> SchemaVerdict {
    do throws(SchemaLimit) {
      return try schema.evaluate(value)
    } catch {
      throw .undecided(schema: name, error)
    }
  }
}

/// The reason why a response's body was refused. It names positions in the body, but contains no values from the body.
public enum ValidationError: Error, Hashable, Sendable {
  case schemaMissing(String)
  case schemaNotJSON(String, JSONReadError)
  case schemaUnusable(String, SchemaError)
  case notJSON(JSONReadError)
  case refused(schema: String, [SchemaFailure])
  case undecided(schema: String, SchemaLimit)
}

public final class SchemaStore: Sendable {
  private let load: @Sendable (String) -> [UInt8]?
  private let compiled = Mutex<[String: Schema]>([:])

  /// Creates a store. `load` returns the bytes of a file such as `rates.schema.json`; nil if the file doesn't exist.
  public init(load: @escaping @Sendable (String) -> [UInt8]?) {
    self.load = load
  }

  /// Returns the compiled schema of this name. The last path component of each `$ref` names the file to load.
  public func schema(_ name: String) throws(ValidationError) -> Schema {
    if let known = compiled.withLock({ $0[name] }) { return known }
    let value = try read(name)
    do throws(SchemaError) {
      let schema = try Schema(value, at: Self.file(name)) { [load] uri in
        guard let file = uri.split(separator: "/").last, let bytes = load(String(file)) else { return nil }
        return try? JSONReader().read(bytes)
      }
      // Concurrent callers may compile the same schema twice. The results are equal.
      compiled.withLock { $0[name] = schema }
      return schema
    } catch {
      throw .schemaUnusable(name, error)
    }
  }

  private func read(_ name: String) throws(ValidationError) -> JSONValue {
    guard let bytes = load(Self.file(name)) else { throw .schemaMissing(name) }
    do throws(JSONReadError) {
      return try JSONReader().read(bytes)
    } catch {
      throw .schemaNotJSON(name, error)
    }
  }

  private static func file(_ name: String) -> String { name + ".schema.json" }
}

extension SchemaStore {
  public convenience init(folder: String) {
    self.init { file in
      FileManager.default.contents(atPath: folder + "/" + file).map { [UInt8]($0) }
    }
  }
}
