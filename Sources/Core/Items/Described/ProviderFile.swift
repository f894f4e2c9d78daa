// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
import KursModel

struct ProviderFile {
  static let known: Set<String> = [
    "kurs-provider", "id", "name", "home", "address", "latest", "days", "days-at-once", "history", "format", "rows",
    "currency", "base", "quote", "value", "buying", "selling", "unit", "day", "day-form", "decimal", "separator", "skip",
    "direction", "key", "first-day", "carry", "comes-out", "terms",
  ]

  let value: JSONValue

  init(_ bytes: [UInt8]) throws(ProviderFileFault) {
    guard bytes.count <= DescribedProvider.limit else { throw ProviderFileFault(.shorter, at: "") }  // guards S23
    do { value = try JSONReader().read(bytes) } catch { throw ProviderFileFault(.json, at: "byte \(error.offset)") }
    guard let members = value.object?.members else { throw ProviderFileFault(.json, at: "") }
    guard value["kurs-provider"]?.number?.integer == 1 else { throw ProviderFileFault(.version, at: "/kurs-provider") }
    for member in members where !Self.known.contains(member.key) {
      throw ProviderFileFault(.known, at: "/" + String(member.key.prefix(64)))
    }
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func text(_ name: String, _ expected: ProviderFileFault.Expected) throws(ProviderFileFault) -> String? {
    guard let member = value[name] else { return nil }
    guard let text = member.string, text.utf8.count <= 2048 else { throw fault(expected, name) }
    return text
  }

  func required(_ name: String, _ expected: ProviderFileFault.Expected) throws(ProviderFileFault) -> String {
    guard let text = try text(name, expected) else { throw fault(expected, name) }
    return text
  }

  func number(_ name: String, _ range: ClosedRange<Int>, else other: Int) throws(ProviderFileFault) -> Int {
    guard let member = value[name] else { return other }
    guard let number = member.number?.integer, range.contains(number) else { throw fault(.number, name) }
    return number
  }

  func word<T>(
    _ name: String, _ words: [String: T], _ expected: ProviderFileFault.Expected
  ) throws(ProviderFileFault) -> T? {
    guard let text = try text(name, expected) else { return nil }
    guard let meaning = words[text] else { throw fault(expected, name) }
    return meaning
  }

  /// Reads an endpoint. Its path can't lead to another host. Braces in the path contain a day or the key.
  func command(
    _ name: String, as kind: String, _ format: DescribedLayout.Format, takesKey: Bool, at path: String? = nil
  ) throws(ProviderFileFault) -> Endpoint? {
    var written = path
    if written == nil { written = try text(name, .path) }
    guard let path = written else { return nil }
    guard path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains("\\"), !path.contains("#"),
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw fault(.path, name) }
    var marks = Set<String>()
    for part in path.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: "}") else { throw fault(.placeholder, name) }
      let words = part[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard ["from", "to"].contains(words[0]) || words == ["key"] && takesKey,
        words.count == 1 || !words[1].isEmpty && words[1].allSatisfy({ "yMd-./_".contains($0) })
      else { throw fault(.placeholder, name) }
      marks.insert(words[0])
    }
    guard kind != "days" || marks.contains("from"), !takesKey || marks.contains("key") else {
      throw fault(.placeholder, name)
    }
    // Status 404 means no data, because a bank may have no table for a weekend.
    return Endpoint(
      kind, path: path, accept: format.accept, size: kind == "history" ? .history : .document,
      nothingStatus: kind == "days" ? 404 : nil, staysAtHost: true)
  }

  func fault(_ expected: ProviderFileFault.Expected, _ name: String) -> ProviderFileFault {
    ProviderFileFault(expected, at: "/" + name)
  }
}
