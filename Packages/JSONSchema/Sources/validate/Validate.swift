// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
@preconcurrency import Glibc
import JSONSchema

/// Validates documents. Exit codes (sysexits.h): 1 invalid document, 64 usage, 65 bad schema, 66 unreadable file.
@main struct Validate {
  private static let usage = """
    usage: validate [--remotes FOLDER] SCHEMA DOCUMENT...

    Checks JSON documents against a JSON Schema (draft 2020-12) and prints one line for each: valid, invalid (with place
    and keyword) or unreadable (with the byte). The exit code is 1 if a document is not valid. FOLDER has the files of
    http://localhost:1234/, which the schema may refer to. Nothing is fetched.
    """
  private static let host = "http://localhost:1234/"

  private struct Failure: Error {
    let code: Int32
    let sentence: String
  }

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    if ["--help", "-h"].contains(arguments.first) { return print(usage) }
    var remotes: String?
    if arguments.first == "--remotes" {
      remotes = arguments.dropFirst().first
      arguments = arguments.dropFirst(2)
    }
    do throws(Failure) {
      guard let file = arguments.first, arguments.count > 1 else { throw Failure(code: 64, sentence: usage) }
      let schema = try compiled(file, remotes: remotes)
      var allValid = true
      for document in arguments.dropFirst() {
        let (line, isValid) = verdict(on: try bytes(of: document), by: schema)
        print("\(document): \(line)")
        allValid = allValid && isValid
      }
      exit(allValid ? 0 : 1)
    } catch {
      fputs("\(error.sentence)\n", stderr)
      exit(error.code)
    }
  }

  private static func verdict(on bytes: [UInt8], by schema: Schema) -> (String, isValid: Bool) {
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

  private static func compiled(_ file: String, remotes: String?) throws(Failure) -> Schema {
    let bytes = try bytes(of: file)
    do {
      return try Schema(JSONReader().read(bytes)) { uri in
        guard let remotes, uri.hasPrefix(host) else { return nil }
        // A resolved reference has no "..", so it stays inside the folder.
        let name = uri.dropFirst(host.count)
        return FileManager.default.contents(atPath: "\(remotes)/\(name)").flatMap { try? JSONReader().read([UInt8]($0)) }
      }
    } catch let error as JSONReadError {
      throw Failure(code: 65, sentence: "\(file) is not valid JSON from byte \(error.offset) on.")
    } catch {
      throw Failure(code: 65, sentence: "\(file) is not a schema of draft 2020-12: \(error).")
    }
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(code: 66, sentence: "\(path) can't be read.")
    }
    return [UInt8](data)
  }
}
