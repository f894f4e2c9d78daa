// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// The first rows of a table, with the recognised columns and their values.
public struct TablePreview: Sendable {
  /// The value of an amount.
  public struct Value: Equatable, Sendable {
    public let amount: Money
    /// Nil for the newest rates.
    public let day: Day?
    /// The rule that selected the day of the rates.
    public let rule: NamedRule?
    public let route: ConversionPath
    public let value: Money
    /// The decimals to show.
    public let places: Int
  }

  public struct Row: Sendable {
    /// The row in the table, counted from 1.
    public let number: Int
    /// Its amount as written.
    public let text: String
    public let value: Result<Value, RowFault>
  }

  /// The names of its columns, or their numbers.
  public var titles: [String] = []
  /// The recognised columns, or what the user has to choose first.
  public var form: Result<TableForm, TableFault>
  public var rows: [Row] = []
  /// The first rows as text, if their values are unknown.
  public var cells: [[String]] = []
  /// Missing rates of the first rows.
  public var wanted = WantedRates()
  /// Whether the table was read as Windows-1252, because it isn't UTF-8.
  public var isTranscoded = false

  /// Whether one of the first rows lacks only a rate.
  var lacksRates: Bool {
    rows.contains { if case .failure(let fault) = $0.value, case .rate = fault.reason { true } else { false } }
  }

  /// A disabled provider for a currency of the first rows.
  public var elsewhere: ProviderID? {
    rows.lazy.compactMap { row in
      guard case .failure(let fault) = row.value, case .rate(.missing(_, _, _, _, let provider)) = fault.reason else {
        return nil
      }
      return provider
    }.first
  }

  static let most = 6

  init(_ sample: ArraySlice<UInt8>, form: Result<TableForm, TableFault>, isTranscoded: Bool) {
    self.form = form
    self.isTranscoded = isTranscoded
    let bytes = Array(sample)
    let all = TableForm.rows(of: bytes, TableForm.separator(of: bytes))
    guard let first = all.first else { return }
    if case .success(let form) = form {
      titles = (0..<form.width).map(form.name)
    } else {
      // Column names have no digits, so a first row of values isn't a heading.
      let isHead = first.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNumber) }
      titles = first.indices.map { isHead ? first[$0] : "\($0 + 1)" }
      cells = Array(all.dropFirst(isHead ? 1 : 0).prefix(Self.most))
    }
  }
}
