// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

/// The place of something in a table, as the person named it.
public enum ColumnWish: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name or the number of a column, or for a currency its code or symbol.
  case said(String)
  /// Counted from 0.
  case place(Int)
  /// One for all rows, whatever a column is called.
  case currency(Currency)
  /// One for all rows.
  case rule(NamedRule)
  /// In no column: the currency is beside the amount, and the newest rates count.
  case nowhere

  public init(stringLiteral value: String) { self = .said(value) }
}

/// The person's choices for a table; everything else is recognised.
public struct TableWishes: Sendable {
  public var columns: [TableColumn: ColumnWish] = [:]
  /// The currency to convert to where neither the person nor the table names one.
  public var target: Currency?
  /// For every row, whatever days the table has.
  public var day: Day?
  /// Which day counts for rows that do not say so.
  public var rule: NamedRule?
  /// The form of its numbers; nil where it is to be recognised.
  public var symbols: NumberSymbols?
  /// The person's own, which counts where a table leaves it open.
  public var locale = NumberSymbols.english
  /// Whether the person writes 10/30/2026.
  public var putsMonthFirst = false

  public init() {}
}

/// How a table is written, and which of its columns means what.
public struct TableForm: Sendable {
  /// The source of a value.
  public enum Source<Value: Sendable>: Sendable {
    case column(Int)
    case fixed(Value)
  }

  public var separator = UInt8(ascii: ",")
  /// The first record's fields, where they name the columns.
  public var names: [String]?
  public var width = 0
  public var amount = 0
  /// Nil where each amount has its own beside it.
  public var from: Source<Currency>?
  public var to = Source.fixed(Currency.eur)
  public var day = Source<Day?>.fixed(nil)
  /// Which published day counts; nil for the day itself, or the last one before.
  public var rule: NamedRule?
  /// The column in which a row names a rule of its own.
  public var ruleColumn: Int?
  public var dates = DateOrder.yearFirst
  /// Whether the rows that were looked at can be read with day and month changed.
  public var isMonthDoubtful = false
  public var symbols = NumberSymbols.english
  /// Whether its numbers are written in more than one form, so that a doubtful one cannot be read.
  public var hasMixedNumbers = false
  /// The first number that can be read otherwise, where no other decides.
  public var doubtfulNumber: (text: String, value: Rational, alternative: Rational)?

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
}

extension TableColumn {
  /// The usual names of such a column, in lower case, the likeliest first.
  var names: [String] {
    switch self {
    case .amount:
      [
        "amount", "total", "sum", "price", "net", "gross", "betrag", "summe", "umsatz", "preis", "montant", "importe",
        "importo", "kwota", "bedrag", "belopp", "المبلغ", "مبلغ", "value", "wert", "valor",
      ]
    case .day:
      [
        "date", "day", "booking date", "invoice date", "datum", "tag", "buchungstag", "buchungsdatum", "rechnungsdatum",
        "belegdatum", "fecha", "data", "dato", "التاريخ", "تاريخ",
      ]
    case .rule: ["rule", "regel", "قاعدة", "القاعدة"]
    case .from:
      [
        "from", "currency", "currency code", "ccy", "cur", "währung", "waehrung", "devise", "moneda", "moeda", "waluta",
        "valuta", "العملة", "عملة",
      ]
    case .to: ["to", "target", "target currency", "in", "nach", "zielwährung", "إلى"]
    }
  }
}
