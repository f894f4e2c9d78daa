// SPDX-License-Identifier: GPL-3.0-or-later

/// The columns of a bank's export. A file in `data/banks` has lines `key: value`, a sample and the expected result.
public struct BankProfile: Hashable, Sendable {
  public enum Cells: String, Sendable { case number, code, date, amount, text }

  public let name: String
  /// The column names that a table must have, in lower case. Empty for an export without column names.
  public let headings: Set<String>
  /// The kinds of the columns of an export without column names. Empty for an export with names.
  public let cells: [Cells]
  /// The numbers of three columns, counted from 0. In each row the first two add up to the third.
  public let sum: [Int]
  public let columns: [TableColumn: String]
  public let currency: String?
  /// Whether the bank writes the month before the day. Nil if the profile has no such line.
  public let putsMonthFirst: Bool?
  /// The letters that the bank puts before codes of three letters, as in ZEUR.
  public let codePrefixes: String
  /// The words by which this bank marks a transaction as not booked, in lower case, in addition to the common words.
  public let unbooked: Set<String>

  /// Reads a profile. Nil without a name, or if both headings and cells are missing.
  public init?(_ text: String) {
    var (fields, columns) = ([String: String](), [TableColumn: String]())
    for line in text.split(separator: "\n") {
      if line.hasPrefix("---") { break }
      guard !line.hasPrefix("#"), let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[String(line[..<colon])] = String(value)
    }
    for (key, column) in [("date", TableColumn.day), ("amount", .amount), ("currency column", .from)] {
      columns[column] = fields[key]
    }
    func list(_ key: String) -> [String] { (fields[key] ?? "").split(separator: "|").map { Self.key(String($0)) } }
    headings = Set(list("headings"))
    cells = list("cells").compactMap(Cells.init)
    sum = (fields["sum"] ?? "").split { " +=".contains($0) }.compactMap { Int($0).map { $0 - 1 } }
    guard let name = fields["name"], !headings.isEmpty || !cells.isEmpty else { return nil }
    self.name = name
    self.columns = columns
    currency = fields["currency"]
    putsMonthFirst = fields["dates"].map { $0 == "month first" }
    codePrefixes = fields["code prefixes"] ?? ""
    unbooked = Set(list("not booked"))
  }

  public func fits(_ names: [String]) -> Bool { !headings.isEmpty && headings.isSubset(of: names.map(Self.key)) }

  private static func key(_ name: String) -> String {
    name.lowercased().split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
