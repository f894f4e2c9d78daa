// SPDX-License-Identifier: GPL-3.0-or-later

public import JSONSchema

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
