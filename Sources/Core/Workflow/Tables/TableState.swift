// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
import KursModel

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
