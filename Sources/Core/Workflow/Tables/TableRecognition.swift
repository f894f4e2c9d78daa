// SPDX-License-Identifier: GPL-3.0-or-later
public import KursItems
public import KursModel

extension TableForm {
  /// Recognises a table by all of its rows. Throws a `TableFault` if it is ambiguous, and the errors of `input`.
  ///
  /// `reader`: reads currencies in a number format.
  public init(
    of input: inout TableInput, choices: TableChoices, catalogue: CurrencyCatalogue,
    reader: (NumberSymbols) -> CalculationReader
  ) throws {
    var recogniser = try Recogniser(Array(input.sample), choices, MoneyWords(reader(choices.locale), catalogue))
    try recogniser.recognise()
    self = recogniser.form
    try read(&input, choices)
    if from == nil, !recogniser.hasOwnCurrencies { throw TableFault.noCurrency }
  }

  private mutating func read(_ input: inout TableInput, _ choices: TableChoices) throws {
    input.separate(by: separator)
    var cells = ColumnCells(self)
    try cells.read(&input)
    hasSignedDirections = cells.signs.areWritten
    hasSignedDebits = cells.debits.areWritten
    let numbers = cells.numbers
    hasDirectionLetters =
      numbers.letters.count == 2 && Set(numbers.letters.compactMap { Direction(letter: $0) }).count == 2
    needsDirectionMark =
      (numbers.marked > 0) && (numbers.unmarked > 0) && (hasDirectionLetters || numbers.letters.isEmpty)
    take(numbers, choices)
    try take(cells.dates, choices)
  }

  private mutating func take(_ numbers: NumberColumn, _ choices: TableChoices) {
    if let symbols = choices.symbols {
      self.symbols = symbols
    } else {
      let own: DecimalMark = choices.locale.decimal == "," ? .comma : .point
      let found = numbers.form(own: own)
      symbols = found.mark == own ? choices.locale : NumberSymbols(posix: found.mark == .comma ? "de_DE" : "en_US")
      (hasMixedNumbers, isNumberDecided) = (found.isMixed, found.isDecided)
    }
    guard let (text, point, comma) = numbers.ambiguousExample, !hasMixedNumbers else { return }
    let sign = AmountCell(text)?.isNegative == true ? Rational(-1) : Rational.one
    ambiguousNumber =
      decimal == .point ? (text, sign * point, sign * comma) : (text, sign * comma, sign * point)
  }

  private mutating func take(_ dates: DateColumn, _ choices: TableChoices) throws {
    guard case .column(let column) = day else { return }
    if dates.readable == 0 {
      let (row, text) = dates.unreadable ?? (start, "")
      if dates.cells + dates.blank > 0 { throw TableFault.noDay(row: row, column: name(column), text: text) }
    }
    (self.dates, hasMixedDates, isMonthAmbiguous) = dates.form(monthFirst: choices.putsMonthFirst, today: choices.today)
  }
}

/// Reads the cells of a table that decide how its numbers and dates are written.
private struct ColumnCells {
  private let form: TableForm
  private let columns: PlainColumns?
  private var rows: TableRows
  private(set) var numbers = NumberColumn()
  private(set) var dates = DateColumn()
  private(set) var signs = DirectionSigns()
  private(set) var debits = DirectionSigns()

  init(_ form: TableForm) {
    (self.form, columns, rows) = (form, PlainColumns(form), TableRows(form))
  }

  mutating func read(_ input: inout TableInput) throws {
    while true {
      if let columns, rows.mayBePlain(input.row + 1), let block = try input.block(1 << 18, least: 1 << 12) {
        try read(block, of: &input, columns)
        continue
      }
      guard try Self.advance(&input) else { return }
      note(input)
    }
  }

  /// Steps to the next record. Returns false at an unreadable one, which the conversion reports.
  private static func advance(_ input: inout TableInput) throws -> Bool {
    do { return try input.advance() } catch let fault as TableFault {
      switch fault {
      case .rowTooLong, .openQuote: return false
      default: throw fault
      }
    }
  }

  /// Reads a block of rows. Stops where the table ends.
  private mutating func read(_ block: Range<Int>, of input: inout TableInput, _ columns: PlainColumns) throws {
    let bytes = input.bytes
    var (start, row) = (block.lowerBound, input.row)
    while start < block.upperBound {
      let line = bytes.withUnsafeBufferPointer { columns.line($0, from: start) }
      if bytes[line.amount].contains(where: { $0 &- 0x30 < 10 }) {
        rows.notePlain()
        numbers.note(bytes[line.amount])
        if columns.day >= 0 { dates.note(bytes[line.day], row: row + 1) }
      } else {
        input.step(to: start, row: row)
        guard try Self.advance(&input) else { return }
        note(input)
        guard rows.mayBePlain(input.row + 1) else { return }
      }
      (start, row) = (line.end, row + 1)
    }
    input.step(to: start, row: row)
  }

  private mutating func note(_ input: TableInput) {
    guard rows.role(of: input) == .row else { return }
    let fields = input.fields
    if fields.indices.contains(form.amount) { numbers.note(input.bytes[fields[form.amount]]) }
    if let debit = form.debit, fields.indices.contains(debit) {
      numbers.note(input.bytes[fields[debit]])
      debits.note(.out, input.text(debit))
    }
    if case .column(let column) = form.day {
      dates.note(fields.indices.contains(column) ? input.bytes[fields[column]] : [], row: input.row)
    }
    if let direction = form.direction {
      signs.note(input.text(direction).flatMap { Direction(word: $0) }, input.text(form.amount))
    }
  }
}

/// Whether amounts beside directions already have a sign.
private struct DirectionSigns {
  private var (minusOut, plusOut, minusInto) = (0, 0, 0)

  mutating func note(_ direction: Direction?, _ text: String?) {
    guard let direction, let text, let cell = AmountCell(text),
      (cell.number.value(.point) ?? cell.number.value(.comma))?.signum != 0
    else { return }
    switch (direction, cell.isNegative) {
    case (.out, true): minusOut += 1
    case (.out, false): plusOut += 1
    case (.into, true): minusInto += 1
    case (.into, false): break
    }
  }

  var areWritten: Bool { minusOut > 0 && plusOut == 0 && minusInto == 0 }
}

/// Distinguishes the rows of a table from its heading and the lines around it.
struct TableRows {
  enum Role { case before, head, row, repeatedHead, footer, blank, otherHead, otherTable }

  private let form: TableForm
  private var isAfterBlank = false
  private var isPast = false
  /// A named column, to detect a repeated heading fast.
  private let mark: (column: Int, name: [UInt8])?

  init(_ form: TableForm) {
    self.form = form
    if let names = form.names, let column = names.firstIndex(where: { !$0.isEmpty }) {
      mark = (column: column, name: Array(names[column].utf8))
    } else {
      mark = nil
    }
  }

  /// Whether a record with an amount in digits is one of the table's rows. It is neither blank nor a heading.
  func mayBePlain(_ row: Int) -> Bool { !isPast && row >= form.start && row != form.head }

  mutating func notePlain() { isAfterBlank = false }

  mutating func role(of input: TableInput) -> Role {
    if input.row == form.head { return .head }
    if input.row < form.start { return .before }
    if input.isBlank {
      isAfterBlank = true
      return .blank
    }
    if let section = form.section {
      guard input.text(0) == section else { return .otherTable }
      return input.text(1) == "Data" ? .row : input.text(1) == "Header" ? .repeatedHead : .otherTable
    }
    if hasMark(input), input.texts == form.names { return .repeatedHead }
    if isPast { return .otherTable }
    if form.names != nil, !hasDigits(input), TableSketch.isHead(input.texts) {
      isPast = true
      return .otherHead
    }
    if isAfterBlank, isFooter(input) { return .footer }
    isAfterBlank = false
    return .row
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

  /// Whether a line behind a gap lacks the amount that rows have.
  private func isFooter(_ input: TableInput) -> Bool {
    [form.amount, form.debit].allSatisfy { column in column.flatMap { input.text($0) }?.trimmed().isEmpty ?? true }
  }
}

/// Finds the columns of a table by their headings and cells.
private struct Recogniser {
  private(set) var form = TableForm()
  private let sketch: TableSketch
  private var choices: TableChoices
  private var money: MoneyWords
  private(set) var hasOwnCurrencies = false

  private var columns: [TableSketch.Column] { sketch.columns }
  private var titles: [String] { columns.indices.map(form.name) }

  init(_ bytes: [UInt8], _ choices: TableChoices, _ money: MoneyWords) throws(TableFault) {
    sketch = try TableSketch(bytes, section: choices.section)
    (self.choices, self.money) = (choices, money)
    form.separator = sketch.separator
    (form.head, form.section) = (sketch.head, sketch.section)
    form.names = sketch.names.isEmpty ? nil : sketch.names
    form.width = max(sketch.columns.count, sketch.names.count)
    form.start = sketch.head.map { $0 + 1 } ?? sketch.rows.first { !$0.isBlank }?.number ?? 1
  }

  mutating func recognise() throws(TableFault) {
    takeProfile()
    try findTarget()
    try findRule()
    try findDay()
    try findAmount()
    findDirection()
    try findCurrency()
  }

  /// Completes the user's choices from a known export. Of several, uses the one with most names.
  private mutating func takeProfile() {
    guard let names = form.names else { return }
    let known = choices.profiles().filter { $0.fits(names) }.max { $0.headings.count < $1.headings.count }
    guard let known else { return }
    form.bank = known.name
    for (column, name) in known.columns where choices.columns[column] == nil {
      if column == .day, choices.day != nil || choices.usesLatest { continue }
      choices.columns[column] = .typed(name)
    }
    if let code = known.currency, let currency = Currency(code), choices.columns[.from] == nil {
      choices.columns[.from] = .currency(currency)
    }
  }

  private var hasNoRows: Bool { sketch.rows.allSatisfy(\.isBlank) }

  // MARK: Places

  private func place(of choice: ColumnChoice) -> Int? {
    if case .place(let place) = choice { return columns.indices.contains(place) ? place : nil }
    guard case .typed(let name) = choice else { return nil }
    let key = name.trimmed().lowercased()
    if let column = form.names?.firstIndex(where: { $0.lowercased() == key }), columns.indices.contains(column) {
      return column
    }
    guard let number = Int(name), columns.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  private func chosenColumn(_ kind: TableColumn) throws(TableFault) -> Int? {
    guard let choice = choices.columns[kind] else { return nil }
    guard let column = place(of: choice) else { throw .noColumn(choice.name, among: titles) }
    return column
  }

  private func named(_ kind: TableHeading.Kind) -> [Int] {
    kind.names.flatMap { name in columns.indices.filter { columns[$0].heading.base == name } }
  }

  private func unclear(_ kind: TableColumn, _ places: [Int]) -> TableFault {
    .unclear(kind, among: places.map { titles[$0] })
  }

  private func currency(_ choice: ColumnChoice) -> TableMoney? {
    var money = self.money
    switch choice {
    case .typed(let name): return money.money(name)
    case .currency(let currency): return TableMoney(currency: currency)
    case .place, .rule, .nowhere: return nil
    }
  }

  // MARK: Targets and rules

  private mutating func findTarget() throws(TableFault) {
    if let choice = choices.columns[.to] {
      if let column = place(of: choice) {
        form.to = .column(column)
      } else if let found = currency(choice), found.share == .one {
        form.to = .fixed(found.currency)
      } else if case .typed(let list) = choice, let all = currencies(list) {
        form.to = .fixed(all[0])
        form.others = Array(all.dropFirst())
      } else {
        throw .noColumn(choice.name, among: titles)
      }
    } else if let column = named(.target).first(where: { isCurrencies($0) }) {
      form.to = .column(column)
    } else if let target = choices.target {
      form.to = .fixed(target)
    } else {
      throw .noTarget
    }
  }

  /// Returns the currencies of a comma-separated list, each once. Nil unless all are known.
  private func currencies(_ list: String) -> [Currency]? {
    var found: [Currency] = []
    for text in list.split(separator: ",") {
      guard let next = currency(.typed(text.trimmed())), next.share == .one else { return nil }
      if !found.contains(next.currency) { found.append(next.currency) }
    }
    return found.isEmpty ? nil : found
  }

  /// Finds the rule of all rows and the column of rules. A column found only by its name must contain a rule.
  private mutating func findRule() throws(TableFault) {
    form.rule = choices.rule
    switch choices.columns[.rule] {
    case .rule(let rule): form.rule = rule == .usual ? nil : rule
    case .nowhere: break
    case let choice?:
      guard let column = place(of: choice) else { throw .noColumn(choice.name, among: titles) }
      form.ruleColumn = column
    case nil:
      let names = ["rule", "regel", "قاعدة", "القاعدة"]
      form.ruleColumn = columns.indices.first { column in
        names.contains(columns[column].heading.base)
          && columns[column].cells.contains { NamedRule(cell: $0.text) != nil }
      }
    }
  }

  // MARK: Days

  private mutating func findDay() throws(TableFault) {
    if let day = choices.day {
      form.day = .fixed(day)
    } else if choices.columns[.day] == .nowhere || choices.usesLatest {
      form.day = .fixed(nil)
    } else if let column = try chosenColumn(.day) {
      form.day = .column(column)
    } else if hasNoRows {
      form.day = named(.day).first.map { .column($0) } ?? .fixed(nil)
    } else if let column = try day() {
      form.day = .column(column)
    } else if let column = columns.indices.first(where: mayBeDates) {
      let cell = columns[column].cells.first
      throw .noDay(row: cell?.row ?? form.start, column: titles[column], text: cell?.text ?? "")
    }
  }

  private func day() throws(TableFault) -> Int? {
    let called = named(.day)
    // In a column with such a name, one day among pending rows is enough.
    if let column = called.first(where: { columns[$0].isDates || hasSerials($0) })
      ?? called.first(where: { columns[$0].dates > 0 })
    {
      return column
    }
    let mentioning = columns.indices.filter { columns[$0].isDates && columns[$0].heading.mentions(.day) }
    if mentioning.count == 1 { return mentioning[0] }
    let all = mentioning.isEmpty ? columns.indices.filter { columns[$0].isDates } : mentioning
    guard let first = all.first else { return nil }
    let isSame = all.allSatisfy { columns[$0].cells.map(\.text) == columns[first].cells.map(\.text) }
    if !isSame { throw unclear(.day, all) }
    return first
  }

  /// Whether a date column has the numbers with which spreadsheets store dates.
  private func hasSerials(_ column: Int) -> Bool {
    let cells = columns[column].cells
    return !cells.isEmpty
      && cells.allSatisfy { if case .serial = DateCell(Array($0.text.utf8)[...]) { true } else { false } }
  }

  /// Whether a column has the name or look of dates that can't be read.
  private func mayBeDates(_ column: Int) -> Bool {
    let cells = columns[column].cells
    let heading = columns[column].heading
    if heading.isNamed(.day) || heading.mentions(.day) && !heading.mentions(.amount) { return true }
    let alike = cells.count { cell in
      if DateCell.mayBeMonth(cell.text) { return true }
      guard cell.text.utf8.count <= 30, cell.kind != .amount else { return false }
      let groups = cell.text.split { !$0.isNumber }
      let hasYear = groups.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
      let isShort = groups.count == 3 && groups.allSatisfy { $0.count <= 2 }
      return cell.text.first?.isNumber == true && groups.count >= 3 && (hasYear || isShort)
    }
    return alike > 0 && alike * 2 >= cells.count
  }

  // MARK: Amounts

  private var dayColumn: Int? { form.column(.day) }

  private mutating func findAmount() throws(TableFault) {
    if let column = try chosenColumn(.amount) {
      form.amount = column
      return
    }
    let numeric = columns.indices.filter { columns[$0].isAmounts && $0 != dayColumn && !columns[$0].isDates }
    let pair = pair(numeric)
    let strong = named(.amount).filter { numeric.contains($0) }
    if let first = strong.first {
      let same = strong.filter { columns[$0].heading.base == columns[first].heading.base }
      // A price or a total beside debits and credits is not the amount.
      let isWeak = columns[first].heading.words.allSatisfy { !TableHeading.Kind.amount.words.contains($0) }
      if let pair, isWeak {
        (form.amount, form.debit) = (pair.credit, pair.debit)
      } else if let pair, agrees(first, pair, isSigned: true) {
        form.amount = first
      } else if let pair, agrees(first, pair, isSigned: false) {
        (form.amount, form.debit) = (pair.credit, pair.debit)
      } else if pair != nil || same.count > 1 && !hasMainCurrency(same) {
        throw unclear(.amount, pair.map { [first, $0.debit, $0.credit] } ?? same)
      } else {
        form.amount = first
      }
      return
    }
    if let pair {
      (form.amount, form.debit) = (pair.credit, pair.debit)
      return
    }
    // In a broker's export the amount's heading may be above the currency before it.
    if let column = named(.amount).first(where: isCurrencies) ?? columns.indices.first(where: isHeadedCurrency),
      columns.indices.contains(column + 1), columns[column + 1].heading.text.isEmpty, numeric.contains(column + 1)
    {
      form.amount = column + 1
      form.from = .column(column)
      return
    }
    let mentioning = numeric.filter { column in
      columns[column].heading.mentions(.amount) && !columns[column].heading.mentions(.balance)
    }
    if mentioning.count == 1 {
      form.amount = mentioning[0]
      return
    }
    if mentioning.count > 1 { throw unclear(.amount, mentioning) }
    if let column = named(.amount).first(where: {
      !columns[$0].isDates && $0 != dayColumn && (hasNoRows || !isCurrencies($0))
    }) {
      form.amount = column
      return
    }
    let likely = numeric.filter { !columns[$0].heading.mentions(.balance) && !columns[$0].heading.mentions(.account) }
    guard likely.count == 1, named(.debit).isEmpty, named(.credit).isEmpty else {
      throw unclear(.amount, likely.isEmpty ? Array(columns.indices) : likely)
    }
    form.amount = likely[0]
  }

  /// Whether the amounts equal those of the debit and credit columns. `isSigned`: including the sign.
  private func agrees(_ amount: Int, _ pair: (debit: Int, credit: Int), isSigned: Bool) -> Bool {
    func value(_ row: TableSketch.Row, _ column: Int) -> Rational? {
      guard row.cells.indices.contains(column), let cell = AmountCell(row.cells[column]),
        let value = cell.number.value(.point) ?? cell.number.value(.comma)
      else { return nil }
      return cell.isNegative ? -value : value
    }
    let rows = sketch.rows.filter { value($0, amount) != nil }
    return !rows.isEmpty
      && rows.allSatisfy { row in
        let (out, into) = (value(row, pair.debit) ?? .zero, value(row, pair.credit) ?? .zero)
        let whole = out.signum < 0 ? into + out : into - out
        return value(row, amount) == (isSigned || whole.signum >= 0 ? whole : -whole)
      }
  }

  /// Whether the first of columns with one name is the one in the account's own currency.
  private func hasMainCurrency(_ places: [Int]) -> Bool {
    let texts = places.map { columns[$0].heading.bracket }
    return texts[0] != ""
      && texts.dropFirst().allSatisfy { $0.contains("foreign") || $0.contains("fremd") || $0.contains("original") }
  }

  private func pair(_ numeric: [Int]) -> (debit: Int, credit: Int)? {
    func places(_ kind: TableHeading.Kind) -> [Int] {
      let fits = { (column: Int) in
        numeric.contains(column) || columns[column].cells.isEmpty || columns[column].amounts > 0
      }
      let exact = named(kind).filter(fits)
      return exact.isEmpty
        ? columns.indices.filter {
          columns[$0].heading.mentions(kind) && fits($0) && !columns[$0].heading.mentions(.day)
        } : exact
    }
    let (debits, credits) = (places(.debit), places(.credit))
    guard let debit = debits.first, let credit = credits.first, debit != credit,
      columns[debit].amounts + columns[credit].amounts > 0
    else { return nil }
    return (debit, credit)
  }

  // MARK: Directions

  private mutating func findDirection() {
    guard form.debit == nil else { return }
    func words(_ column: Int) -> [Direction?] { columns[column].cells.map { Direction(word: $0.text) } }
    let taken = [form.amount, dayColumn, form.column(.to), form.ruleColumn]
    let free = columns.indices.filter { !taken.contains($0) && !columns[$0].cells.isEmpty }
    func fits(_ column: Int, isNamed: Bool) -> Bool {
      let found = words(column)
      let known = found.compactMap { $0 }
      guard !known.isEmpty else { return false }
      if isNamed { return known.count * 2 >= found.count }
      return known.count == found.count && (Set(known).count == 2 || columns[column].heading.text.isEmpty)
    }
    let telling = free.filter { column in
      let heading = columns[column].heading
      // Credit and debit are also kinds of cards.
      if !Set(heading.words).isDisjoint(with: ["card", "karte", "carte", "tarjeta", "kaart"]) { return false }
      let isGeneral = ["type", "kind", "transaction type", "code"].contains(heading.base)
      let isNamed = heading.isNamed(.direction) || heading.isNamed(.debit) || heading.isNamed(.credit)
      return fits(column, isNamed: isNamed && !isGeneral)
    }
    form.direction = telling.first { columns[$0].heading.isNamed(.direction) } ?? telling.first
  }

  // MARK: Currencies

  /// Whether at least half of a column's cells name currencies. An unknown code is an error of its row.
  private func isCurrencies(_ column: Int) -> Bool {
    var money = self.money
    let cells = columns[column].cells.prefix(50)
    let known = cells.count { $0.kind != .date && money.money($0.text) != nil }
    let alike = cells.count { $0.text.utf8.count == 3 && $0.text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
    return known > 0 && known * 2 >= cells.count || alike > 0 && alike == cells.count || hasNoRows
  }

  private func isCodes(_ column: Int) -> Bool {
    var money = self.money
    let cells = columns[column].cells
    return !cells.isEmpty && cells.prefix(100).allSatisfy { money.isCode($0.text) }
  }

  private func isHeadedCurrency(_ column: Int) -> Bool {
    ["variación", "mutatie", "änderung", "change", "variazione", "mouvements", "variação", "zmiana"]
      .contains(columns[column].heading.base) && isCurrencies(column)
  }

  private mutating func findCurrency() throws(TableFault) {
    let amounts = [form.amount, form.debit].compactMap { $0 }.flatMap { columns[$0].cells }
    hasOwnCurrencies = amounts.contains { cell in
      AmountCell(cell.text)?.money.contains { money.money($0) != nil } ?? false
    }
    if let choice = choices.columns[.from] {
      if choice == .nowhere {
        form.from = nil
      } else if let column = place(of: choice) {
        form.from = .column(column)
      } else if let found = currency(choice) {
        (form.from, form.share) = (.fixed(found.currency), found.share)
      } else {
        throw .noColumn(choice.name, among: titles)
      }
      return
    }
    if form.from != nil { return }
    if let column = try currencyColumn() {
      form.from = .column(column)
      return
    }
    if let found = headingMoney() {
      (form.from, form.share) = (.fixed(found.0.currency), found.0.share)
      if !found.0.candidates.isEmpty { form.sharedSign = (found.1, found.0.currency) }
      return
    }
    if hasOwnCurrencies { return }
    if let column = columns.indices.first(where: isAccounts) {
      (form.from, form.hasAccounts) = (.column(column), true)
    } else if let found = preambleCurrency() {
      form.from = .fixed(found)
    }
  }

  private func currencyColumn() throws(TableFault) -> Int? {
    let amount = columns[form.amount].heading
    let candidates = columns.indices.filter { column in
      column != form.amount && column != form.column(.to) && column != dayColumn && column != form.direction
        && (isCodes(column) || columns[column].heading.mentions(.currency) && isCurrencies(column))
    }
    guard !candidates.isEmpty else { return nil }
    let own = amount.owner(.amount)
    let belonging = candidates.filter { column in
      let heading = columns[column].heading
      if !heading.bracket.isEmpty {
        return heading.bracket == amount.text.lowercased() || heading.bracket == amount.base
      }
      let words = heading.owner(.currency)
      return !words.isEmpty && !own.isEmpty && (words == own || words.isSubset(of: own))
    }
    if belonging.count == 1 { return belonging[0] }
    func isBare(_ column: Int) -> Bool {
      let heading = columns[column].heading
      return heading.bracket.isEmpty && heading.owner(.currency).isEmpty && heading.mentions(.currency)
    }
    let bare = candidates.filter(isBare)
    if let first = bare.first, bare.count == 1 || Set(bare.map { columns[$0].cells.map(\.text) }).count == 1 {
      return first
    }
    if let named = named(.currency).first(where: { bare.contains($0) }), bare.count > 1,
      !Self.areRivals(bare.map { columns[$0] })
    {
      return named
    }
    let general = candidates.filter { column in
      let heading = columns[column].heading
      return heading.isNamed(.currency) || !heading.mentions(.currency)
    }
    // A column named after something else belongs to another amount.
    let unowned = general.filter { !isOthers(columns[$0].heading) }
    if let beside = unowned.first(where: { abs($0 - form.amount) == 1 && columns[$0].heading.text.isEmpty }) {
      return beside
    }
    if unowned.count == 1 { return unowned[0] }
    let rest = unowned.isEmpty ? candidates.filter { !isOthers(columns[$0].heading) } : unowned
    if rest.count > 1 {
      if hasOwnCurrencies || headingMoney() != nil { return nil }
      throw unclear(.from, rest)
    }
    return rest.first
  }

  private static func areRivals(_ columns: [TableSketch.Column]) -> Bool {
    Set(columns.map { $0.heading.base }).count < columns.count
  }

  /// Whether the name of a currency column refers to another amount.
  private func isOthers(_ heading: TableHeading) -> Bool {
    let foreign: Set<String> = [
      "original", "foreign", "fremd", "fremdwährung", "local", "counter", "balance", "saldo", "fee", "target",
      "settlement", "base",
      "origen", "origine", "fremde", "oryginalna",
    ]
    return !Set(heading.words).isDisjoint(with: foreign) || !heading.bracket.isEmpty
  }

  private func headingMoney() -> (TableMoney, String)? {
    var money = self.money
    for column in [form.amount, form.debit].compactMap({ $0 }) {
      for text in columns[column].heading.money {
        if let found = money.money(text) { return (found, text) }
        if let found = money.mentioned(in: text) { return (TableMoney(currency: found), text) }
      }
      let words = columns[column].heading.text.split(separator: " ").map(String.init)
      let nouns: Set<String> = ["euro", "euros", "dollars", "pounds", "francs"]
      if let last = words.last?.lowercased(), words.count > 1, nouns.contains(last), let found = money.money(last) {
        return (found, last)
      }
      let codes = words.filter { $0.utf8.count == 3 && $0 == $0.uppercased() }.compactMap { money.money($0) }
      if let only = codes.first, codes.count == 1, only.candidates.isEmpty { return (only, only.currency.code) }
    }
    return nil
  }

  private func isAccounts(_ column: Int) -> Bool {
    var money = self.money
    guard columns[column].heading.isNamed(.account) else { return false }
    let cells = columns[column].cells
    let known = cells.count { money.mentioned(in: $0.text) != nil }
    return known > 0 && known * 2 >= cells.count
  }

  /// The only currency that the lines before the table name.
  private func preambleCurrency() -> Currency? {
    var (money, found) = (self.money, Set<Currency>())
    for cells in sketch.before {
      for (index, cell) in cells.enumerated() {
        let parts = cell.split(separator: ":", maxSplits: 1).map { $0.trimmed() }
        if parts.count == 2, TableHeading(parts[0]).mentions(.currency), let currency = money.money(parts[1])?.currency
        {
          found.insert(currency)
        } else if TableHeading(cell).mentions(.currency),
          let next = cells.dropFirst(index + 1).first(where: { !$0.isEmpty }),
          let currency = money.money(next)?.currency
        {
          found.insert(currency)
        } else if let amount = AmountCell(cell), amount.money.count == 1, let own = money.money(amount.money[0]),
          own.candidates.isEmpty
        {
          found.insert(own.currency)
        } else if TableHeading.Kind.account.isName(TableHeading(cell).base),
          let next = cells.dropFirst(index + 1).first(where: { !$0.isEmpty }),
          let currency = money.mentioned(in: next)
        {
          found.insert(currency)
        }
      }
    }
    return found.count == 1 ? found.first : nil
  }
}

extension ColumnChoice {
  fileprivate var name: String {
    switch self {
    case .typed(let name): name
    case .place(let place): "\(place + 1)"
    case .currency(let currency): currency.code
    case .rule(let rule): rule.name
    case .nowhere: ""
    }
  }
}

extension NamedRule {
  init?(cell: String) { self.init(cell.lowercased()) }
}
