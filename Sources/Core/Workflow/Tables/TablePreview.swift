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
  /// Whether the table was read as Windows-1252, for it is no UTF-8.
  public var isTranscoded = false

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
  init(_ sample: ArraySlice<UInt8>, form: Result<TableForm, TableFault>, isTranscoded: Bool) {
    self.form = form
    self.isTranscoded = isTranscoded
    let bytes = Array(sample)
    let all = TableForm.rows(of: bytes, TableForm.separator(of: bytes))
    guard let first = all.first else { return }
    if case .success(let form) = form {
      titles = (0..<form.width).map(form.name)
    } else {
      // Names of columns have no digits; a first row of values is no head.
      let isHead = first.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNumber) }
      titles = first.indices.map { isHead ? first[$0] : "\($0 + 1)" }
      cells = Array(all.dropFirst(isHead ? 1 : 0).prefix(Self.most))
    }
  }
}
