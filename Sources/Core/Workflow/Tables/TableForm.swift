// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// The place of a value in a table, as the user chose it.
public enum ColumnChoice: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name or number of a column, or the code or symbol of a currency.
  case said(String)
  /// Counted from 0.
  case place(Int)
  /// One for all rows, whatever the columns are named.
  case currency(Currency)
  /// One for all rows.
  case rule(NamedRule)
  /// In no column: the currency is beside the amount, and the newest rates count.
  case nowhere

  public init(stringLiteral value: String) { self = .said(value) }
}

/// The user's choices for a table. Everything else is recognised.
public struct TableChoices: Sendable {
  public var columns: [TableColumn: ColumnChoice] = [:]
  /// The target currency, if neither the user nor the table names one.
  public var target: Currency?
  /// For every row, whatever days the table has.
  public var day: Day?
  /// Whether the newest rates count, whatever days the table has.
  public var usesLatest = false
  /// The rule for rows without one.
  public var rule: NamedRule?
  /// The number form; nil to recognise it.
  public var symbols: NumberSymbols?
  /// The user's own form, for ambiguous tables.
  public var locale = NumberSymbols.english
  /// Whether the user writes 10/30/2026.
  public var putsMonthFirst = false
  /// The name of the table, in a file that has several.
  public var section: String?
  /// The exports of banks that are known; called once a table's names are.
  public var profiles: @Sendable () -> [BankProfile] = { [] }
  /// Days much later are none of a statement; nil where nobody knows.
  public var today: Day?

  public init() {}
}

/// How a table is written, and the meaning of its columns.
public struct TableForm: Sendable {
  /// The source of a value.
  public enum Source<Value: Sendable>: Sendable {
    case column(Int)
    case fixed(Value)
  }

  public var separator = UInt8(ascii: ",")
  /// The bank whose export it is, where that is known.
  public var bank: String?
  /// The fields of the heading, where the columns have names.
  public var names: [String]?
  /// The record that names the columns, counted from 1; nil where none does.
  public var head: Int?
  /// The first record that can be a row.
  public var start = 1
  /// The first cell of this table's rows, in a file of several tables.
  public var section: String?
  public var width = 0
  public var amount = 0
  /// The column of what goes out, where that has a column of its own.
  public var debit: Int?
  /// Whether debits have their own minus.
  public var hasSignedDebits = false
  /// The column that says whether an amount goes out or comes in.
  public var direction: Int?
  /// Whether the amounts have the sign of their direction already.
  public var hasSignedDirections = false
  /// Whether a letter beside an amount, such as S or H, is its direction.
  public var hasDirectionLetters = false
  /// Whether an amount without a direction beside it is doubtful, for others have one.
  public var needsDirectionMark = false
  /// Nil if each amount has its own currency beside it.
  public var from: Source<Currency>?
  /// The part of the fixed currency that a unit of the amounts is: a hundredth for pence.
  public var share = Rational(1)
  /// Whether the column of currencies is one of accounts that have them in their names.
  public var hasAccounts = false
  public var to = Source.fixed(Currency.eur)
  /// More currencies to convert to, each with columns of its own.
  public var others: [Currency] = []
  public var day = Source<Day?>.fixed(nil)
  /// The rule that selects the published day; nil for the day itself, or the last one before.
  public var rule: NamedRule?
  /// The column of a row's own rule.
  public var ruleColumn: Int?
  public var dates = DateOrder.yearFirst
  /// Whether its dates are written in both orders, so that a doubtful one cannot be read.
  public var hasMixedDates = false
  /// Whether all rows can be read with day and month changed.
  public var isMonthDoubtful = false
  public var symbols = NumberSymbols.english
  /// Whether its numbers have more than one form, so that an ambiguous one can't be read.
  public var hasMixedNumbers = false
  /// The first number that can be read otherwise.
  public var doubtfulNumber: (text: String, value: Rational, alternative: Rational)?
  /// Whether other rows decide how that number is read.
  public var isNumberDecided = true
  /// The currency that a sign of several was read as.
  public var sharedSign: (text: String, currency: Currency)?
  /// Whether the newest rates count for every row.
  public var usesLatest: Bool { if case .fixed(nil) = day { rule == nil } else { false } }

  var decimal: DecimalMark { symbols.decimal == "," ? .comma : .point }

  /// The name of a column, or its number, counted from 1.
  public func name(_ column: Int) -> String {
    guard let names, names.indices.contains(column), !names[column].isEmpty else { return "\(column + 1)" }
    return names[column]
  }

  public func column(_ kind: TableColumn) -> Int? {
    switch kind {
    case .amount: amount
    case .rule: ruleColumn
    case .day: if case .column(let column) = day { column } else { nil }
    case .from: if case .column(let column) = from { column } else { nil }
    case .to: if case .column(let column) = to { column } else { nil }
    }
  }

  /// Whether something of it can be read in another way too, and nothing decides.
  public var hasDoubts: Bool { isMonthDoubtful || doubtfulNumber != nil && !isNumberDecided }
}
