// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
public import JSONSchema
import Synchronization

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
