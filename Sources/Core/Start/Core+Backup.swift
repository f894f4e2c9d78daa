// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursItems
import KursModel
import KursValidation
public import KursWorkflow

extension Core {
  /// Exports and imports the person's data; reads the schema of backups on import.
  public func backup(of objects: PersonObjects) -> BackupWorkflow {
    let resources = environment.resources
    return BackupWorkflow(objects: objects, settings: settings) { bytes throws(BackupFault) in
      // A file of another kind or of a later Kurs is said to be that, before the schema finds a thousand faults.
      let read: JSONValue
      do throws(JSONReadError) { read = try Self.backupReader.read(bytes) } catch { throw .notJSON(offset: error.offset) }
      guard let version = BackupItem.version(of: read) else { throw .foreign }
      guard version <= BackupItem.version else { throw .later(version: version) }
      let schemas = SchemaStore { name in resources.schema(name) }
      do throws(ValidationError) { _ = try ResponseValidator(schemas, reader: Self.backupReader).check(bytes, against: "backup") } catch {
        throw BackupFault(error)
      }
      do throws(ItemError) { return try BackupItem.read(read) } catch {
        guard case .unreadable(let place, _, _) = error else { throw .foreign }
        throw .unreadable(place: place)
      }
    }
  }
}

extension Core {
  /// Reads whatever Kurs exports: all that a person has, and lists of any length.
  private static var backupReader: JSONReader {
    var limits = JSONReader.Limits()
    (limits.documentLength, limits.stringLength) = (BackupWorkflow.limit, BackupWorkflow.limit)
    return JSONReader(limits: limits)
  }
}

extension BackupFault {
  fileprivate init(_ error: ValidationError) {
    switch error {
    case .schemaMissing(let name), .schemaNotJSON(let name, _), .schemaUnusable(let name, _):
      self = .schemaMissing(name)
    case .notJSON(let error): self = .notJSON(offset: error.offset)
    case .refused(_, let failures): self = .unreadable(place: failures.first?.instance ?? "")
    case .undecided: self = .foreign
    }
  }
}
