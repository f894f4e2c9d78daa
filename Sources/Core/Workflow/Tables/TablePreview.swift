// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel
public import KursStorage

/// The first rows of a table, with the recognised columns and their values.
public struct TablePreview: Sendable {
  public struct Value: Equatable, Sendable {
    public let amount: Money
    /// The day of the rates. Nil means the newest rates.
    public let day: Day?
    public let rule: NamedRule?
    public let route: ConversionPath
    public let value: Money
    public let places: Int
  }

  public struct Row: Sendable {
    /// The number of the row in the table, counted from 1.
    public let number: Int
    public let text: String
    public let value: Result<Value, RowFault>
  }

  public var titles: [String] = []
  /// The recognised form of the table, or the error that names the column to choose.
  public var form: Result<TableForm, TableFault>
  public var rows: [Row] = []
  /// The first rows as text if the form wasn't recognised.
  public var cells: [[String]] = []
  public var wanted = WantedRates()
  public var encoding = TableEncoding.utf8
  public var spreadsheet: Spreadsheet?
  /// The error that hides the user's earlier corrections. Nil if they could be read.
  public var memoryFault: StorageError?

  var lacksRates: Bool {
    rows.contains { if case .failure(let fault) = $0.value, case .rate = fault.reason { true } else { false } }
  }

  /// A disabled provider that could convert one of the first rows.
  public var elsewhere: ProviderID? {
    rows.lazy.compactMap { row in
      guard case .failure(let fault) = row.value, case .rate(.missing(_, _, _, _, let provider)) = fault.reason else {
        return nil
      }
      return provider
    }.first
  }

  static let most = 6

  init(_ sample: ArraySlice<UInt8>, form: Result<TableForm, TableFault>, encoding: TableEncoding) {
    self.form = form
    self.encoding = encoding
    if case .success(let form) = form {
      titles = (0..<form.width).map(form.name)
    } else if let sketch = try? TableSketch(Array(sample), section: nil) {
      titles = sketch.columns.enumerated().map { $1.heading.text.isEmpty ? "\($0 + 1)" : $1.heading.text }
      cells = sketch.rows.filter { !$0.isBlank }.prefix(Self.most).map(\.cells)
    }
  }
}
