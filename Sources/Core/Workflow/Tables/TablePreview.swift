// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// The first rows of a table: what was recognised of it, and what they come to.
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
    /// Decimals that the value is shown with.
    public let places: Int
  }

  public struct Row: Sendable {
    /// In the table, counted from 1.
    public let number: Int
    /// Its amount as it stands there.
    public let text: String
    public let value: Result<Value, RowFault>
  }

  /// The names of its columns; their numbers where they have none.
  public var titles: [String] = []
  /// The recognised columns, or the question that the person has to answer first.
  public var form: Result<TableForm, TableFault>
  public var rows: [Row] = []
  /// The first rows as they are, where nothing can be said of what they come to.
  public var cells: [[String]] = []
  /// Rates that the first rows need and that are not stored.
  public var wanted = WantedRates()
  /// How its letters are encoded.
  public var encoding = TableEncoding.utf8

  /// Whether a rate is all that one of the first rows lacks.
  var lacksRates: Bool {
    rows.contains { if case .failure(let fault) = $0.value, case .rate = fault.reason { true } else { false } }
  }

  /// A provider that has a currency of the first rows, which nobody in use has.
  public var elsewhere: ProviderID? {
    rows.lazy.compactMap { row in
      guard case .failure(let fault) = row.value, case .rate(.missing(_, _, _, _, let provider)) = fault.reason else {
        return nil
      }
      return provider
    }.first
  }

  /// Rows that are shown.
  static let most = 6

  /// The columns of a table whose meaning is not recognised.
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
