// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// Distinguishes the rows of a table from its heading and the lines around it.
struct TableRows {
  enum Role { case before, head, row, repeatedHead, footer, balance, blank, otherHead, otherTable }

  private let form: TableForm
  private var isAfterBlank = false
  private var isPast = false
  /// Whether a line named an account or currency. Amounts after it belong to another table.
  private var isAfterAccount = false
  /// A column and its name. To be fast, only a row with this name in this column is checked for a repeated heading.
  private let mark: (column: Int, name: [UInt8])?

  init(_ form: TableForm) {
    self.form = form
    if let names = form.names, let column = names.firstIndex(where: { !$0.isEmpty }) {
      mark = (column: column, name: Array(names[column].utf8))
    } else {
      mark = nil
    }
  }

  /// Whether a record with an amount in digits is a row of the table, not a heading or another line.
  func mayBePlain(_ row: Int) -> Bool { !isPast && !isAfterAccount && row >= form.start && row != form.head }

  mutating func notePlain() { isAfterBlank = false }

  mutating func role(of input: TableInput) -> Role {
    if input.row == form.head { return .head }
    if input.row < form.start { return .before }
    if input.isBlank {
      isAfterBlank = true
      return .blank
    }
    if !form.balances.isEmpty, form.balances.contains(input.row) { return .balance }
    if let section = form.section {
      guard input.text(0) == section, !isPast else { return .otherTable }
      if input.text(1) == "Header" {
        isPast = input.texts != form.names
        return isPast ? .otherTable : .repeatedHead
      }
      return input.text(1) == "Data" ? .row : .otherTable
    }
    let isHead = hasMark(input) && input.texts == form.names
    if isPast { return isHead && !form.isOneOfSeveral ? .repeatedHead : .otherTable }
    if form.isFromPreamble {
      if isAfterAccount, isHead || hasDigits(input) {
        isPast = true
        return .otherHead
      }
      if !isHead, !hasDigits(input), namesAccount(input) {
        isAfterAccount = true
        return .footer
      }
    }
    if isHead {
      isPast = form.isOneOfSeveral
      return isPast ? .otherTable : .repeatedHead
    }
    if form.names != nil, !hasDigits(input), TableSketch.isHead(input.texts) {
      isPast = true
      return form.isOneOfSeveral ? .otherTable : .otherHead
    }
    if isAfterBlank, isFooter(input) { return .footer }
    isAfterBlank = false
    return .row
  }

  /// Whether a line such as "Currency: GBP" or "Account;CH2 USD" names an account or currency.
  private func namesAccount(_ input: TableInput) -> Bool {
    let texts = input.texts.filter { !$0.isEmpty }
    return texts.enumerated().contains { index, text in
      let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimmed() }
      guard let name = parts.first, parts.count == 2 || index + 1 < texts.count else { return false }
      let heading = TableHeading(name)
      return heading.mentions(.currency) || heading.isNamed(.account)
    }
  }

  private func hasMark(_ input: TableInput) -> Bool {
    guard let mark, input.fields.indices.contains(mark.column) else { return false }
    let field = input.bytes[input.fields[mark.column]]
    return field.count >= mark.name.count && field.count <= mark.name.count + 8
      && field.contains { $0 == mark.name[0] } && RecordText.text(field).utf8.elementsEqual(mark.name)
  }

  private func hasDigits(_ input: TableInput) -> Bool {
    [form.amount, form.debit].contains { column in
      guard let column, input.fields.indices.contains(column) else { return false }
      return input.bytes[input.fields[column]].contains { $0 >= 0x80 || $0 &- 0x30 < 10 }
    }
  }

  /// Whether a line has no amount. Called only after a blank line, so a line without amount isn't a row of the table.
  private func isFooter(_ input: TableInput) -> Bool {
    [form.amount, form.debit].allSatisfy { column in column.flatMap { input.text($0) }?.trimmed().isEmpty ?? true }
  }
}

/// The lines before a table, which may name the currency and the scale of its amounts.
struct TablePreamble {
  let lines: [[String]]
  let money: MoneyWords

  private static let aboutAmounts = [
    "amounts", "beträge", "montants", "importes", "importi", "bedragen", "belopp", "valores", "kwoty", "částky",
  ]

  /// Returns the only currency that the lines name. Nil if they name none or several.
  func currency() -> Currency? {
    var found: Set<Currency> = []
    func signed(in text: String) -> Currency? {
      let words = text.split(separator: " ").map(String.init)
      let found = words.filter { money.isCode($0) }.compactMap { money.money($0) }
      return found.first { $0.candidates.isEmpty }?.currency
    }
    /// Returns the currency beside a single amount, such as a balance.
    func beside(_ text: String) -> Currency? {
      guard let amount = AmountCell(text), amount.money.count == 1, let own = money.money(amount.money[0]),
        own.candidates.isEmpty
      else { return nil }
      return own.currency
    }
    for cells in lines {
      for (index, cell) in cells.enumerated() {
        let parts = cell.split(separator: ":", maxSplits: 1).map { $0.trimmed() }
        // Skips cells with only a colon, because some banks put the colon into its own cell.
        let next = cells.dropFirst(index + 1).first { !$0.allSatisfy { ":=".contains($0) } }
        if parts.count == 2, TableHeading(parts[0]).mentions(.currency), let currency = money.money(parts[1])?.currency
        {
          found.insert(currency)
        } else if TableHeading(cell).mentions(.currency), let next, let currency = money.money(next)?.currency {
          found.insert(currency)
        } else if let currency = beside(cell) ?? (parts.count == 2 ? beside(parts[1]) : nil) {
          found.insert(currency)
        } else if TableHeading.Kind.account.isName(TableHeading(cell).base), let next,
          let currency = money.mentioned(in: next)
        {
          found.insert(currency)
        } else if Self.aboutAmounts.contains(where: { cell.lowercased().contains($0) }) || scale(of: cell) > 0,
          case let text = MoneyScale(cell).money, let currency = money.mentioned(in: text) ?? signed(in: text)
        {
          found.insert(currency)
        }
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// The power of ten by which the amounts are multiplied: 6 for `(USD in millions)`. 0 if no line names a scale.
  var scale: Int { lines.joined().map(scale(of:)).max() ?? 0 }

  /// Whether a line says that the amounts are in subunits, as in "Amounts in cents".
  var isMinor: Bool { lines.joined().contains { MoneyScale.isAboutAmounts($0) && TableHeading($0).isMinor } }

  private func scale(of line: String) -> Int {
    return MoneyScale.power(ofLine: line) { MoneyScale.isSign($0) || money.money($0) != nil }
  }
}
