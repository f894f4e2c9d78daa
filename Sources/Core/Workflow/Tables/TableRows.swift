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
