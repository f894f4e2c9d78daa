// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursCore

/// `validate SCHEMA.json FILE.json…`: validates documents against a JSON Schema of draft 2020-12. Fetches nothing.
struct ValidateCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "validate", abstract: helpText("Check JSON files against a JSON Schema (draft 2020-12)."),
      discussion: helpText(
        "Prints one line for each file: valid, invalid (with place and keyword) or unreadable (with the byte). The exit code is 1 if a file is not valid."
      ))
  }

  /// The base address of references to other documents, as in JSON-Schema-Test-Suite.
  static let host = "http://localhost:1234/"

  @Argument(help: helpText("The schema.")) var schema: String
  @Argument(help: helpText("The documents.")) var files: [String]
  @Option(
    help: helpText("A folder with the files of http://localhost:1234/. The network is not used.", valueName: "dir"))
  var remotes: String?

  func validate() throws {
    if files.isEmpty { throw ValidationError(tr("Name at least one document.")) }
  }

  func run() async throws {
    let schema = try compiled()
    var allValid = true
    for file in files {
      let (line, isValid) = verdict(on: try bytes(of: file), by: schema)
      Terminal.say("\(file): \(line)")
      allValid = allValid && isValid
    }
    if !allValid { throw ExitCode(1) }
  }

  private func verdict(on bytes: [UInt8], by schema: Schema) -> (String, isValid: Bool) {
    let value: JSONValue
    do { value = try JSONReader().read(bytes) } catch { return ("unreadable at byte \(error.offset)", false) }
    do {
      switch try schema.evaluate(value) {
      case .valid: return ("valid", true)
      case .invalid(let failures):
        guard let first = failures.first else { return ("invalid", false) }
        return ("invalid at \"\(first.instance)\" by \"\(first.keyword)\"", false)
      }
    } catch {
      return ("undecided: it leads the schema past its limits", false)
    }
  }

  private func compiled() throws -> Schema {
    let bytes = try bytes(of: schema)
    do {
      let value = try JSONReader().read(bytes)
      return try Schema(value) { [remotes] uri in
        guard let remotes, uri.hasPrefix(Self.host) else { return nil }
        let name = uri.dropFirst(Self.host.count)
        // Only files inside the folder may be referenced.
        guard !name.split(separator: "/").contains("..") else { return nil }
        return FileManager.default.contents(atPath: "\(remotes)/\(name)").flatMap {
          try? JSONReader().read([UInt8]($0))
        }
      }
    } catch let error as JSONReadError {
      throw Failure(
        .badData, tr("{path} is not valid JSON from byte {n} on.", ["path": schema, "n": String(error.offset)]))
    } catch {
      throw Failure(
        .badData, tr("{path} is not a schema of draft 2020-12: {reason}.", ["path": schema, "reason": "\(error)"]))
    }
  }

  private func bytes(of path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure.unreadableFile(path)
    }
    return [UInt8](data)
  }
}
