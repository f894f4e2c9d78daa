// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
import KursModel
public import KursStorage

public struct TableCorrections: Equatable, Sendable {
  public var columns: [TableColumn: ColumnChoice] = [:]
  /// The locale of the numbers, such as de_DE.
  public var numbers: String?
  public var encoding: TableEncoding?

  public var isEmpty: Bool { self == TableCorrections() }

  public init() {}

  /// Returns these corrections together with `newer`. A newer correction replaces an old correction of the same kind.
  func merged(with newer: TableCorrections) -> TableCorrections {
    var merged = self
    merged.columns.merge(newer.columns) { $1 }
    merged.numbers = newer.numbers ?? numbers
    merged.encoding = newer.encoding ?? encoding
    return merged
  }

  /// Reads lines such as `amount column Sum B`.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      switch parts.first {
      case "numbers" where parts.count > 1: numbers = parts[1]
      case "encoding" where parts.count > 1: encoding = TableEncoding(name: parts[1])
      default:
        guard parts.count > 1, let column = Self.names.first(where: { $0.value == parts[0] })?.key else { continue }
        switch (parts[1], parts.count > 2 ? parts[2] : "") {
        case ("none", _): columns[column] = .nowhere
        case ("currency", let code): columns[column] = Currency(code).map { .currency($0) }
        case ("column", let name) where !name.isEmpty: columns[column] = .typed(name)
        default: continue
        }
      }
    }
  }

  var text: String {
    var lines: [String] = []
    for (column, name) in Self.names.sorted(by: { $0.value < $1.value }) {
      switch columns[column] {
      case .typed(let text): lines.append("\(name) column \(text)")
      case .currency(let currency): lines.append("\(name) currency \(currency.code)")
      case .nowhere: lines.append("\(name) none")
      case .place, .rule, nil: continue
      }
    }
    if let numbers { lines.append("numbers \(numbers)") }
    if let encoding { lines.append("encoding \(encoding.rawValue)") }
    return lines.joined(separator: "\n")
  }

  /// The stored kinds of columns. Target, rule and the use of the latest rates aren't stored for other tables.
  private static let names: [TableColumn: String] = [.amount: "amount", .from: "from", .day: "date"]

  /// Creates corrections from the choices that also fit other tables. Stores the names of columns, not their positions.
  public init(_ chosen: [TableColumn: ColumnChoice], in form: TableForm) {
    for (column, choice) in chosen where Self.names[column] != nil {
      switch choice {
      case .place(let place): columns[column] = .typed(form.name(place))
      case .nowhere where column == .day: continue
      case .typed, .currency, .nowhere: columns[column] = choice
      case .rule: continue
      }
    }
  }
}

/// Saves the user's corrections of a table. They apply to the next table with the same set of headings.
public struct TableMemory: Sendable {
  private let records: [String: String]

  public init(_ user: UserDatabase) async throws(StorageError) { records = try await user.session() }

  /// Returns the user's corrections. Nil if the user corrected no table with these headings.
  public func corrections(_ names: [String]) -> TableCorrections? {
    guard let text = records[Self.key(names)], case let found = TableCorrections(text: text), !found.isEmpty else {
      return nil
    }
    return found
  }

  /// Returns the encoding that the user chose for an earlier table with the same headings.
  public func encoding(of content: TableContent) -> TableEncoding? {
    Self.names(of: content).flatMap { corrections($0) }?.encoding
  }

  public func forget(_ content: TableContent, in user: UserDatabase) async throws(StorageError) {
    if let names = Self.names(of: content) { try await save(nil, for: names, in: user) }
  }

  private static func names(of content: TableContent) -> [String]? {
    guard let sample = try? content.input().sample, let sketch = try? TableSketch(Array(sample), section: nil) else {
      return nil
    }
    return sketch.names
  }

  public func merged(_ corrections: TableCorrections, for names: [String]) -> TableCorrections {
    self.corrections(names)?.merged(with: corrections) ?? corrections
  }

  /// Saves corrections and returns whether they are new. Nil deletes the earlier corrections.
  @discardableResult
  public func save(
    _ corrections: TableCorrections?, for names: [String], in user: UserDatabase
  ) async throws(StorageError) -> Bool {
    let (key, text) = (Self.key(names), corrections?.text ?? "")
    guard text != records[key] ?? "" else { return false }
    try await user.saveSession([key: text])
    return true
  }

  private static func key(_ names: [String]) -> String {
    "table:" + names.map { $0.lowercased().trimmed() }.sorted().joined(separator: "\t")
  }
}
