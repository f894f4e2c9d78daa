// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel
public import KursStorage

public enum TableOrigin: Hashable, Sendable {
  case file(path: String)
  case cells(String)

  public var name: String? {
    guard case .file(let path) = self else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }
}

public enum TableTarget: Hashable, Sendable {
  case file(path: String)
  case clipboard
}

public enum SpreadsheetFault: Error, Hashable, Sendable {
  case noConverter
  case tooLong(Duration)
  case tooLarge(bytes: Int)
  case refused
  case encrypted
}

public enum TableProblem: Error, Hashable, Sendable {
  case table(TableFault)
  case spreadsheet(SpreadsheetFault)
  case rates(RatesFailure)
  case file(FileFailure)
  case tooMuchToCopy(bytes: Int)
}

public struct TableState: Sendable {
  public enum Phase: Equatable, Sendable {
    case nothing
    case reading
    /// Missing rates are being requested. `permille`: the received part in thousandths, nil before a response.
    case asking(permille: Int?)
    case ready
    case converting(permille: Int?)
  }

  public var phase = Phase.nothing
  public var origin: TableOrigin?
  public var preview: TablePreview?
  public var chosen: [TableColumn: ColumnChoice] = [:]
  public var problem: TableProblem?
  /// The result and the target of the last conversion. Nil before a conversion, and after a change of the choices.
  public var done: (outcome: TableOutcome, target: TableTarget)?

  /// The outcome that a conversion with the shown choices would have. Nil until all rows of a long table were tried.
  public var expected: TableOutcome?

  var unanswered: Set<ProviderID> = []

  /// The days whose missing rates the user can request.
  public var wanted: WantedRates { preview?.wanted.without(unanswered) ?? WantedRates() }

  /// Whether the table is a file of bytes that can be read in several encodings.
  public var hasEncoding: Bool {
    guard let preview, case .file = origin else { return false }
    return preview.spreadsheet == nil
  }

  public var isConvertible: Bool {
    guard phase == .ready, case .success = preview?.form else { return false }
    return true
  }
}

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
