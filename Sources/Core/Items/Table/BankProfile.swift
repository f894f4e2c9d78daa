// SPDX-License-Identifier: GPL-3.0-or-later

/// The meaning of the columns in a bank's export whose names alone leave it open.
///
/// A file of `data/banks`: lines of `key: value`, then behind a line of dashes a fixture, and behind another what it comes to.
public struct BankProfile: Hashable, Sendable {
  /// The bank and its export.
  public let name: String
  /// Names that a table must have, lower case.
  public let headings: Set<String>
  /// The names of the columns.
  public let columns: [TableColumn: String]
  /// The code of the currency that all amounts have.
  public let currency: String?

  /// Nil for a text that has no name or no headings.
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

  /// Whether a table with these names is such an export.
  public func fits(_ names: [String]) -> Bool { headings.isSubset(of: names.map(Self.key)) }

  private static func key(_ name: String) -> String {
    name.lowercased().split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
