// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
import KursModel

/// The source of a table.
public enum TableOrigin: Hashable, Sendable {
  case file(path: String)
  /// Cells of the clipboard.
  case cells(String)

  /// The name of its file; nil for cells.
  public var name: String? {
    guard case .file(let path) = self else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }
}

/// The target of a converted table.
public enum TableTarget: Hashable, Sendable {
  case file(path: String)
  case clipboard
}

/// Why a spreadsheet did not become a table.
public enum SpreadsheetFault: Error, Hashable, Sendable {
  /// LibreOffice Calc is not there.
  case noConverter
  case tooLong(Duration)
  case tooLarge(bytes: Int)
  case refused
}

/// Why a table is not read or not converted.
public enum TableProblem: Error, Hashable, Sendable {
  case table(TableFault)
  case spreadsheet(SpreadsheetFault)
  case rates(RatesFailure)
  case file(FileFailure)
  /// More than a clipboard is made for.
  case tooMuchToCopy(bytes: Int)
}

/// The state of the window of a table.
public struct TableState: Sendable {
  public enum Phase: Equatable, Sendable {
    case nothing
    case reading
    /// `permille`: the part of the missing days that is here; nil before the first answer.
    case asking(permille: Int?)
    case ready
    /// `permille`: nil where nobody knows how much is left.
    case converting(permille: Int?)
  }

  public var phase = Phase.nothing
  public var origin: TableOrigin?
  public var preview: TablePreview?
  /// The person's choices, which count more than what is recognised.
  public var chosen: [TableColumn: ColumnChoice] = [:]
  public var problem: TableProblem?
  /// The outcome and the target; nil until the table is converted as it is shown.
  public var done: (outcome: TableOutcome, target: TableTarget)?

  /// Providers that were asked for what the table needs and do not have it.
  var unanswered: Set<ProviderID> = []

  /// The days of rates that one press of a button fetches.
  public var wanted: WantedRates { preview?.wanted.without(unanswered) ?? WantedRates() }

  /// Whether all is known that a conversion needs.
  public var isConvertible: Bool {
    guard phase == .ready, case .success = preview?.form else { return false }
    return true
  }
}
