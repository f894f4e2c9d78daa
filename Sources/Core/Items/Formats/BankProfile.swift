// SPDX-License-Identifier: GPL-3.0-or-later

/// The columns of a bank's export. A file of `data/banks` has lines `key: value`, then a sample and its result.
public struct BankProfile: Hashable, Sendable {
  public let name: String
  /// Column names that a table must have, in lower case.
  public let headings: Set<String>
  public let columns: [TableColumn: String]
  public let currency: String?

  /// Nil if name or headings are missing.
  public init?(_ text: String) {
    var (fields, columns) = ([String: String](), [TableColumn: String]())
    for line in text.split(separator: "\n") {
      if line.hasPrefix("---") { break }
      guard !line.hasPrefix("#"), let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[String(line[..<colon])] = String(value)
    }
    guard let name = fields["name"], let headings = fields["headings"] else { return nil }
    for (key, column) in [("date", TableColumn.day), ("amount", .amount), ("currency column", .from)] {
      columns[column] = fields[key]
    }
    self.name = name
    self.headings = Set(headings.split(separator: "|").map { Self.key(String($0)) })
    self.columns = columns
    currency = fields["currency"]
  }

  public func fits(_ names: [String]) -> Bool { headings.isSubset(of: names.map(Self.key)) }

  private static func key(_ name: String) -> String {
    name.lowercased().split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
