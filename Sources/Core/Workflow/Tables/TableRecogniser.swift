// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// Finds the columns of a table by their headings and cells.
struct TableRecogniser {
  private(set) var form = TableForm()
  private let sketch: TableSketch
  private var choices: TableChoices
  private let money: MoneyWords
  private(set) var hasOwnCurrencies = false
  /// The usual currency of the bank's accounts. It is used only if the file names no currency.
  private var bankCurrency: Currency?
  private(set) var possibleDirections: [DirectionCells] = []

  private var columns: [TableSketch.Column] { sketch.columns }
  private var titles: [String] { columns.indices.map(form.name) }
  private var preamble: TablePreamble { TablePreamble(lines: sketch.before, money: money) }

  init(_ bytes: [UInt8], _ choices: TableChoices, _ money: MoneyWords) throws(TableFault) {
    sketch = try TableSketch(bytes, section: choices.section)
    (self.choices, self.money) = (choices, money)
    form.separator = sketch.separator
    (form.head, form.section) = (sketch.head, sketch.section)
    form.isOneOfSeveral = choices.section != nil && sketch.section == nil
    form.names = sketch.names.isEmpty ? nil : sketch.names
    form.width = max(sketch.columns.count, sketch.names.count)
    form.start = sketch.head.map { $0 + 1 } ?? sketch.rows.first { !$0.isBlank }?.number ?? 1
  }

  mutating func recognise() throws(TableFault) {
    takeEarlier()
    takeProfile()
    try findTarget()
    try findRule()
    try findDay()
    try findAmount()
    if choices.columns[.amount] == nil, columns.indices.contains(form.amount),
      columns[form.amount].heading.hasUnclearFactor
    {
      throw unclear(.amount, [form.amount])
    }
    findDirection()
    form.hasOnlyDebits = form.debit == nil && form.direction == nil && isDebits(form.amount)
    try findCurrency()
    findStatus()
    let heading = columns.indices.contains(form.amount) ? columns[form.amount].heading : TableHeading("")
    form.scale = heading.scale
    let isMinor = heading.isMinor || form.scale == 0 && preamble.isMinor
    if form.scale == 0 { form.scale = preamble.scale }
    form.hasMinorUnits = isMinor && form.from != nil && form.share == .one
    form.isFromPreamble = form.isFromPreamble || form.scale > 0 && preamble.scale == form.scale
    form.possibleFactor = choices.areRates ? nil : columns.indices.first(where: mayBeFactor)
    let evidence = TableEvidence(sketch, day: dayColumn, amounts: [form.amount, form.debit].compactMap { $0 })
    (form.monthFirst, form.otherMark) = (form.monthFirst ?? evidence.putsMonthFirst, evidence.mark)
  }

  private mutating func takeEarlier() {
    guard let known = form.names.flatMap(choices.earlier) else { return }
    for (column, choice) in known.columns where choices.columns[column] == nil {
      if column == .day, choices.day != nil || choices.usesLatest { continue }
      choices.columns[column] = choice
      form.earlier.columns[column] = choice
    }
    if choices.symbols == nil { form.earlier.numbers = known.numbers }
    form.earlier.encoding = known.encoding
  }

  /// Adds a known bank's columns to the user's choices. If several banks fit, uses the bank with the most headings.
  private mutating func takeProfile() {
    let fitting = choices.profiles().filter { form.names.map($0.fits) ?? hasShape(of: $0) }
    guard let known = fitting.max(by: { $0.headings.count < $1.headings.count }) else { return }
    (form.bank, form.codePrefixes, form.monthFirst) = (known.name, known.codePrefixes, known.putsMonthFirst)
    for (column, name) in known.columns where choices.columns[column] == nil {
      if column == .day, choices.day != nil || choices.usesLatest { continue }
      choices.columns[column] = .typed(name)
    }
    bankCurrency = known.currency.flatMap { Currency($0) }
    form.unbookedWords = known.unbooked
  }

  private func hasShape(of profile: BankProfile) -> Bool {
    guard !profile.cells.isEmpty, profile.cells.count == columns.count else { return false }
    let fit = zip(profile.cells, columns.indices).allSatisfy { cells, column in
      switch cells {
      case .number: columns[column].cells.allSatisfy { $0.text.contains(where: \.isNumber) }
      case .code: isCodes(column)
      case .date: columns[column].isDates
      case .amount: columns[column].isAmounts
      case .text: true
      }
    }
    guard fit, let sum = profile.sum.last, profile.sum.count == 3 else { return fit }
    return sketch.rows.allSatisfy { row in
      guard let first = row.value(profile.sum[0]), let second = row.value(profile.sum[1]) else { return row.isBlank }
      return row.value(sum) == first + second
    }
  }

  /// Whether a column such as "Scale", or "Quantity" beside prices, may be a factor of the amounts.
  private func mayBeFactor(_ column: Int) -> Bool {
    guard columns.indices.contains(form.amount), ![form.amount, form.debit].contains(column) else { return false }
    let (heading, isPrice) = (columns[column].heading, columns[form.amount].heading.isPrice)
    guard columns[column].cells.contains(where: { $0.text != "1" }) else { return false }
    return heading.isFactor || isPrice && heading.isQuantity
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
    let parts = name.split(separator: ":", maxSplits: 1)
    guard let number = Int(parts.first ?? ""), columns.indices.contains(number - 1),
      parts.count == 1 || parts[1].trimmed() == titles[number - 1]
    else { return nil }
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
    // If several columns have the same name, the column's number is put before each name, as in "2: Amount".
    let names = places.map { titles[$0] }
    let areDistinct = Set(names).count == names.count
    return .unclear(kind, among: areDistinct ? names : places.map { "\($0 + 1): \(titles[$0])" })
  }

  private func currency(_ choice: ColumnChoice) -> TableMoney? {
    switch choice {
    case .typed(let name): return money.money(name)
    case .currency(let currency): return TableMoney(currency: currency)
    case .place, .rule, .nowhere: return nil
    }
  }

  /// Whether a typed name means a column. "EUR" means a column only if the column's cells are currencies.
  private func isNotOnlyCode(_ choice: ColumnChoice, _ column: Int) -> Bool {
    guard case .typed(let name) = choice, !columns[column].cells.isEmpty else { return true }
    return !money.isCode(name) || isCurrencies(column)
  }

  // MARK: Targets and rules

  private mutating func findTarget() throws(TableFault) {
    if let choice = choices.columns[.to] {
      if let column = place(of: choice), isNotOnlyCode(choice, column) {
        form.to = .column(column)
      } else if let found = currency(choice), found.share == .one {
        form.to = .fixed(found.currency)
      } else if case .typed(let list) = choice, let all = currencies(list) {
        form.to = .fixed(all[0])
        form.others = Array(all.dropFirst())
      } else {
        throw .noColumn(choice.name, among: titles)
      }
    } else if let column = named(.target).first(where: { isCurrencies($0) && !hasNames($0) }) {
      form.to = .column(column)
    } else if let target = choices.target {
      form.to = .fixed(target)
    } else {
      throw .noTarget
    }
  }

  /// Returns the currencies of a comma-separated list, each once. Nil if a currency is unknown.
  private func currencies(_ list: String) -> [Currency]? {
    var found: [Currency] = []
    for text in list.split(separator: ",") {
      guard let next = currency(.typed(text.trimmed())), next.share == .one else { return nil }
      if !found.contains(next.currency) { found.append(next.currency) }
    }
    return found.isEmpty ? nil : found
  }

  /// Finds the legal rule that selects each row's rate: one rule for all rows, or a column with a rule per row. Without
  /// a choice of the user, the column must have a known name and contain at least one rule.
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
      if columns.count == 1 { throw .noColumns }
      throw .noDay(row: cell?.row ?? form.start, column: titles[column], text: cell?.text ?? "")
    }
  }

  private func day() throws(TableFault) -> Int? {
    let called = named(.day)
    // If a column's name means a date, one date in its cells is enough, because pending rows may have no date.
    if let column = called.first(where: { columns[$0].isDates || hasSerials($0) })
      ?? called.first(where: { columns[$0].dates > 0 })
    {
      // A column named only "Date" has the day. A longer name may mean the value date if another column also has dates.
      let isPlain = columns[column].heading.isPlainDay
      let rivals = columns.indices.filter { other in
        columns[other].isDates && (columns[other].heading.mentions(.day) || !isPlain) && !called.contains(other)
          && !columns[other].heading.isSecondaryDay && !isSameDay(other, column)
      }
      if !rivals.isEmpty, !isPlain, form.bank == nil { throw unclear(.day, ([column] + rivals).sorted()) }
      return column
    }
    let mentioning = columns.indices.filter { columns[$0].isDates && columns[$0].heading.mentions(.day) }
    if mentioning.count == 1 { return mentioning[0] }
    let all = mentioning.isEmpty ? columns.indices.filter { columns[$0].isDates } : mentioning
    guard let first = all.first else { return nil }
    if !all.allSatisfy({ isSameDay($0, first) }) { throw unclear(.day, all) }
    return first
  }

  private func isSameDay(_ column: Int, _ other: Int) -> Bool {
    func days(_ column: Int) -> [DateCell?] { columns[column].cells.map { DateCell(Array($0.text.utf8)[...]) } }
    return days(column) == days(other)
  }

  private func hasSerials(_ column: Int) -> Bool {
    let cells = columns[column].cells
    return !cells.isEmpty
      && cells.allSatisfy { if case .serial = DateCell(Array($0.text.utf8)[...]) { true } else { false } }
  }

  /// Whether a column's name or cells suggest dates that can't be read.
  private func mayBeDates(_ column: Int) -> Bool {
    let cells = columns[column].cells
    let heading = columns[column].heading
    if heading.isNamed(.day) || heading.mentions(.day) && !heading.mentions(.amount) { return true }
    if heading.mentions(.amount) || heading.isNamed(.debit) || heading.isNamed(.credit) { return false }
    if heading.mayBeDay, !columns[column].isAmounts,
      heading.asksWhen || cells.count(where: { $0.text.hasDateLikeDigits }) * 2 >= cells.count
    {
      return !cells.isEmpty
    }
    let isNumber = heading.isNamed(.balance) || heading.mentions(.balance) || heading.isNamed(.account)
    return LikelyDate.areIn(cells, canBeEpoch: !isNumber)
  }

  // MARK: Amounts

  private static let accountWords: Set<String> = ["account", "konto", "rekening", "tegenrekening"]

  private var dayColumn: Int? { form.column(.day) }

  private func isDebits(_ column: Int) -> Bool {
    guard columns.indices.contains(column) else { return false }
    let heading = columns[column].heading
    return heading.isNamed(.debit) || heading.direction == .out && !Direction.isWeak(heading.text)
  }

  /// Returns the two columns of a choice such as "Debit,Credit".
  private func chosenPair() -> (debit: Int, credit: Int)? {
    guard case .typed(let names)? = choices.columns[.amount], place(of: .typed(names)) == nil else { return nil }
    for comma in names.indices where names[comma] == "," {
      let parts = [names[..<comma], names[names.index(after: comma)...]].map { place(of: .typed($0.trimmed())) }
      if let debit = parts[0], let credit = parts[1], debit != credit { return (debit, credit) }
    }
    return nil
  }

  private mutating func findAmount() throws(TableFault) {
    if let pair = chosenPair() {
      (form.amount, form.debit) = (pair.credit, pair.debit)
      return
    }
    if let column = try chosenColumn(.amount) {
      form.amount = column
      return
    }
    let numeric = columns.indices.filter { columns[$0].isAmounts && $0 != dayColumn && !columns[$0].isDates }
    let pair = pair(numeric)
    let strong = named(.amount).filter { numeric.contains($0) }
    if var first = strong.first {
      var same = strong.filter { columns[$0].heading.base == columns[first].heading.base }
      if let total = same.first(where: { columns[$0].heading.bracket == "total" }) { (first, same) = (total, [total]) }
      let own = same.filter { !columns[$0].heading.isOriginal }
      if own.count == 1 { (first, same) = (own[0], own) }
      // A price or a total beside columns of debits and credits is not the amount.
      let isWeak = columns[first].heading.words.allSatisfy { !TableHeading.Kind.amount.words.contains($0) }
      if let pair, isWeak || Set(strong) == [pair.debit, pair.credit] {
        (form.amount, form.debit) = (pair.credit, pair.debit)
      } else if let pair, agrees(first, pair, isSigned: true) {
        form.amount = first
      } else if let pair, agrees(first, pair, isSigned: false) {
        (form.amount, form.debit) = (pair.credit, pair.debit)
      } else if pair != nil || same.count > 1 {
        throw unclear(.amount, pair.map { [first, $0.debit, $0.credit] } ?? same)
      } else if let billed = numeric.first(where: { $0 != first && isBilled($0) }), !isBilled(first) {
        throw unclear(.amount, [first, billed].sorted())
      } else {
        form.amount = first
      }
      return
    }
    if let pair {
      (form.amount, form.debit) = (pair.credit, pair.debit)
      return
    }
    // In a broker's export, the amount's heading may be above the currencies, and the amounts follow without a heading.
    if let column = named(.amount).first(where: isCurrencies) ?? columns.indices.first(where: isHeadedCurrency),
      columns.indices.contains(column + 1), columns[column + 1].heading.text.isEmpty, numeric.contains(column + 1)
    {
      form.amount = column + 1
      form.from = .column(column)
      return
    }
    let all = numeric.filter { column in
      columns[column].heading.mentions(.amount) && !columns[column].heading.mentions(.balance)
    }
    let own = all.filter { !columns[$0].heading.isOriginal }
    let mentioning = own.count == 1 ? own : all
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
    let likely = numeric.filter { column in
      let heading = columns[column].heading
      let hasDecimals = columns[column].cells.contains { $0.text.utf8.contains { ".,".utf8.contains($0) } }
      // "Ut fra konto" is a column of amounts, although "konto" alone is an account number.
      let isOther = heading.words.contains { word in
        TableHeading.Kind.balance.words.contains(word) && !(hasDecimals && Self.accountWords.contains(word))
      }
      return !isOther && !heading.isCount && (hasDecimals || !isNumbered(column)) && !heading.isNamed(.balance)
        && (hasDecimals || !heading.mentions(.account))
    }
    let isOnly = [named(.debit), named(.credit)].allSatisfy { $0.isEmpty || $0 == likely }
    guard likely.count == 1, isOnly else {
      let unnamed = form.names == nil ? UnnamedAmounts(rows: sketch.rows, numeric: numeric) : nil
      if let column = unnamed?.stepped {
        form.amount = column
        return
      }
      if let pair = unnamed?.pair {
        (form.debit, form.amount, form.isPairAssumed) = pair
        return
      }
      if columns.count == 1 { throw .noColumns }
      throw unclear(.amount, likely.isEmpty ? Array(columns.indices) : likely)
    }
    form.amount = likely[0]
  }

  /// Whether a column has numbers of documents, or row numbers such as 1, 2, 3, instead of amounts.
  private func isNumbered(_ column: Int) -> Bool {
    let heading = columns[column].heading
    if heading.mentions(.amount) || heading.isNamed(.debit) || heading.isNamed(.credit) { return false }
    if headingMoney(of: [column]) != nil { return false }
    let values = sketch.rows.compactMap { $0.value(column) }
    let steps = zip(values.dropFirst(), values).map { $0 - $1 }
    return heading.isOfDocuments
      || values.count > 1 && (steps.allSatisfy { $0 == .one } || steps.allSatisfy { $0 == -.one })
  }

  /// Whether a column has the amounts that are charged to the account of a card.
  private func isBilled(_ column: Int) -> Bool {
    let heading = columns[column].heading
    let owners: Set<String> = ["billing", "billed", "settled", "charged"]
    return heading.mentions(.amount) && !owners.isDisjoint(with: heading.words)
  }

  /// Whether the amounts equal the debits and credits. `isSigned`: whether their signs must be equal too.
  private func agrees(_ amount: Int, _ pair: (debit: Int, credit: Int), isSigned: Bool) -> Bool {
    let rows = sketch.rows.filter { $0.value(amount) != nil }
    return !rows.isEmpty
      && rows.allSatisfy { row in
        let (out, into) = (row.value(pair.debit) ?? .zero, row.value(pair.credit) ?? .zero)
        let whole = out.signum < 0 ? into + out : into - out
        return row.value(amount) == (isSigned || whole.signum >= 0 ? whole : -whole)
      }
  }

  private func pair(_ numeric: [Int]) -> (debit: Int, credit: Int)? {
    func places(_ kind: TableHeading.Kind) -> [Int] {
      let fits = { (column: Int) in
        (numeric.contains(column) || columns[column].cells.isEmpty || columns[column].amounts > 0)
          && !isAccountNumbers(column)
      }
      let exact = named(kind).filter(fits)
      if !exact.isEmpty { return exact }
      let mentioned = columns.indices.filter {
        columns[$0].heading.mentions(kind) && fits($0) && !columns[$0].heading.mentions(.day)
      }
      if !mentioned.isEmpty { return mentioned }
      let direction = kind == .debit ? Direction.out : .into
      return columns.indices.filter { columns[$0].heading.direction == direction && fits($0) }
    }
    let (debits, credits) = (places(.debit), places(.credit))
    guard let debit = debits.first, let credit = credits.first, debit != credit,
      columns[debit].amounts + columns[credit].amounts > 0
    else { return nil }
    return (debit, credit)
  }

  /// Whether a column such as "Debit account" has account numbers, which have no decimals.
  private func isAccountNumbers(_ column: Int) -> Bool {
    let words: Set<String> = ["account", "acct", "konto", "compte", "cuenta", "conto", "conta", "rekening", "konta"]
    let heading = columns[column].heading
    if heading.isNamed(.debit) || heading.isNamed(.credit) { return false }
    return !words.isDisjoint(with: heading.words)
      && columns[column].cells.allSatisfy { $0.text.allSatisfy(\.isNumber) }
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
      let isWeak = columns[column].cells.contains { Direction.isWeak($0.text) }
      if isWeak, Set(known).count < 2 || !isNamed && !mayLackSigns(column) { return false }
      if isNamed || Set(known).count == 2 && mayLackSigns(column) { return known.count * 2 >= found.count }
      return known.count == found.count && (Set(known).count == 2 || columns[column].heading.text.isEmpty)
    }
    let telling = free.filter { column in
      let heading = columns[column].heading
      if heading.isCard { return false }
      let isGeneral = ["type", "kind", "transaction type", "code"].contains(heading.base)
      let isNamed = heading.isNamed(.direction) || heading.isNamed(.debit) || heading.isNamed(.credit)
      return fits(column, isNamed: isNamed && !isGeneral)
    }
    form.direction =
      telling.first { columns[$0].heading.isNamed(.direction) } ?? telling.first ?? free.first(where: isUnknownSign)
    if let column = form.direction {
      let heading = columns[column].heading
      let isNamed = [.direction, .debit, .credit].contains { heading.isNamed($0) } || heading.text.isEmpty
      form.isDirectionAssumed = !isNamed && Set(heading.words).isDisjoint(with: Self.kinds)
      return
    }
    form.possibleDirection = free.first { column in
      let heading = columns[column].heading
      let isKind =
        heading.isNamed(.direction) || !Set(heading.words).isDisjoint(with: Self.kinds.union(Self.otherKinds))
      return isKind && !heading.isCard && Set(columns[column].cells.map(\.text)).count > 1
    }
    for column in free where !columns[column].heading.isCard {
      let (found, heading) = (words(column), columns[column].heading)
      guard found.allSatisfy({ $0 != nil && $0 == found[0] }),
        !columns[column].cells.contains(where: { Direction.isWeak($0.text) })
      else { continue }
      let isNamed = heading.isNamed(.direction) || !Set(heading.words).isDisjoint(with: Self.kinds)
      possibleDirections.append(DirectionCells(column: column, isNamed: isNamed))
    }
  }

  private mutating func findStatus() {
    let taken = TableColumn.allCases.map { form.column($0) } + [form.debit]
    for column in columns.indices where !taken.contains(column) {
      form.statuses[column] = BookingStatus(columns[column].heading)
    }
  }

  /// Whether a column with a name such as "Sign" has two unknown values, and no amount has a sign. Rows get an error.
  private func isUnknownSign(_ column: Int) -> Bool {
    let signs: Set<String> = [
      "sign", "s/h", "d/c", "c/d", "dr/cr", "+/-", "vorzeichen", "debit/credit", "soll/haben",
    ]
    return signs.contains(columns[column].heading.base) && Set(columns[column].cells.map(\.text)).count == 2
      && pairs(with: column).allSatisfy { !$0.amount.isNegative && $0.amount.direction == nil }
  }

  /// Whether a column has kinds of rows and no amount has a minus, so that its words may determine the signs.
  private func mayLackSigns(_ column: Int) -> Bool {
    let heading = columns[column].heading
    guard !Set(heading.words).isDisjoint(with: Self.kinds) else { return false }
    return pairs(with: column).allSatisfy { !$0.amount.isNegative && $0.amount.direction == nil }
  }

  private static let kinds: Set<String> = [
    "type", "typ", "tipo", "art", "kind", "debit", "credit", "soort", "rodzaj", "tipus", "tur", "тип",
  ]

  /// More names of columns with kinds of rows. Words in such a column may mean a sign, but Kurs doesn't read it.
  private static let otherKinds: Set<String> = [
    "umsatzart", "vorgang", "vorgangsart", "buchungsart", "buchungstext", "action", "operation", "bewegungsart",
    "movement", "movimiento", "movimento", "mouvement", "bewegung", "transaction", "حركة", "الحركه", "نوع", "النوع",
    "区分", "取引区分", "種別", "islem", "operacja", "operace",
  ]

  // MARK: Currencies

  /// Whether at least half of a column's cells name currencies. An unknown code is an error of its row.
  private func isCurrencies(_ column: Int) -> Bool {
    let cells = columns[column].cells.prefix(50)
    let known = cells.count { $0.kind != .date && money.money($0.text) != nil }
    let alike = cells.count { $0.text.utf8.count == 3 && $0.text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
    let heading = columns[column].heading
    // In a column that is named as currency, one known currency is enough, because totals may have other words.
    if known > 0, heading.isNamed(.currency), heading.base != "from" { return true }
    return known > 0 && known * 2 >= cells.count || alike > 0 && alike == cells.count || hasNoRows
  }

  private func isCodes(_ column: Int) -> Bool {
    let cells = columns[column].cells
    return !cells.isEmpty && cells.prefix(100).allSatisfy { money.isCode($0.text) }
  }

  private func isHeadedCurrency(_ column: Int) -> Bool {
    ["variacion", "mutatie", "anderung", "change", "variazione", "mouvements", "variacao", "zmiana"]
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
      } else if let column = place(of: choice), isNotOnlyCode(choice, column) {
        form.from = .column(column)
      } else if let found = currency(choice) {
        (form.from, form.share) = (.fixed(found.currency), found.share)
        form.unusedCurrencies = unusedCurrencies(besides: found.currency)
      } else {
        throw .noColumn(choice.name, among: titles)
      }
      return
    }
    if form.from != nil { return }
    if let debit = form.debit, let own = ownSource(of: form.amount), let other = ownSource(of: debit), own != other {
      (form.from, form.fromOfDebits) = (own, other)
      return
    }
    let heading = headingMoney()
    if let column = try currencyColumn(), columns[column].heading.mentions(.currency) || !isContradicted(column) {
      guard let (money, _) = heading, money.candidates.isEmpty, !isBelonging(column) else {
        if contradictsPreamble(column) { throw unclear(.from, [column]) }
        form.from = .column(column)
        return
      }
      switch agreement(of: column, with: money.currency) {
      case .same where money.share == .one: form.from = .column(column)
      // For example, the heading has "GBX" and the column has GBP. Then the amounts are in pence.
      case .same: (form.from, form.share) = (.fixed(money.currency), money.share)
      case .partial: (form.from, form.share) = (.fixed(money.currency), money.share)
      // The bank's amounts always have this currency. The column has the currencies of the original amounts.
      case .other where bankCurrency == money.currency: form.from = .fixed(money.currency)
      case .other: throw unclear(.from, [column])
      }
      return
    }
    if let (money, text) = heading {
      if let bankCurrency, money.candidates.contains(bankCurrency) {
        (form.from, form.share) = (.fixed(bankCurrency), money.share)
        return
      }
      (form.from, form.share) = (.fixed(money.currency), money.share)
      if !money.candidates.isEmpty { form.sharedSigns = [(text, money.currency)] }
      return
    }
    let named = preamble.currency()
    if hasOwnCurrencies {
      // The account's currency decides what a shared sign such as "$" means, and applies to amounts without a sign.
      if let account = named ?? bankCurrency, areShared(amounts, with: account) { form.from = .fixed(account) }
      return
    }
    if let column = columns.indices.first(where: isAccounts) {
      (form.from, form.hasAccounts) = (.column(column), true)
    } else if let found = named ?? bankCurrency {
      (form.from, form.isFromPreamble) = (.fixed(found), named != nil)
    } else if let column = columns.indices.first(where: {
      mayBeCurrencies($0) && !namesAmounts($0) && !hasNames($0)
    }) {
      throw unclear(.from, [column])
    }
  }

  /// Returns the column of currencies or of amounts that names a currency other than `chosen`.
  private func unusedCurrencies(besides chosen: Currency) -> Int? {
    if let column = (try? currencyColumn()) ?? nil,
      columns[column].cells.contains(where: { money.money($0.text).map { $0.currency != chosen } ?? false })
    {
      return column
    }
    let isHeaded = headingMoney().map { $0.0.currency != chosen && !$0.0.candidates.contains(chosen) } ?? false
    return isHeaded ? form.amount : nil
  }

  /// Whether the currency signs of all amounts can mean this currency.
  private func areShared(_ cells: [TableSketch.Cell], with currency: Currency) -> Bool {
    let words = cells.compactMap { AmountCell($0.text)?.money }.filter { !$0.isEmpty }
    return words.allSatisfy { word in
      guard word.count == 1, let found = money.money(word[0]) else { return false }
      return found.currency == currency && found.share == .one || found.candidates.contains(currency)
    }
  }

  /// Returns the words that can mean several currencies, such as "$", with the currency that is assumed.
  func sharedSigns(_ words: Set<String>) -> [(text: String, currency: Currency)] {
    return words.sorted().compactMap { word in
      guard let found = money.money(word), !found.candidates.isEmpty, found.share <= .one else { return nil }
      return (word, found.currency)
    }
  }

  func scaledWords(_ words: Set<String>) -> [(text: String, unit: Rational, currency: Currency)] {
    return words.sorted().compactMap { word in
      guard let found = money.money(word), found.share > .one else { return nil }
      return (word, found.share, found.currency)
    }
  }

  private func pairs(with column: Int) -> [(amount: AmountCell, text: String)] {
    var pairs: [(amount: AmountCell, text: String)] = []
    for row in sketch.rows {
      for place in [form.amount, form.debit ?? form.amount] where row.cells.indices.contains(place) {
        guard let cell = AmountCell(row.cells[place]) else { continue }
        pairs.append((amount: cell, text: row.cells.indices.contains(column) ? row.cells[column] : ""))
        break
      }
    }
    return pairs
  }

  /// Whether amounts have their own currency, and a column names another currency, such as the coin that was bought.
  private func isContradicted(_ column: Int) -> Bool {
    var differs = false
    for (amount, text) in pairs(with: column) {
      guard let word = amount.money.first(where: { money.money($0) != nil }), let own = money.money(word) else {
        return false
      }
      guard let named = money.money(text) else { continue }
      differs = differs || own.currency != named.currency && !own.candidates.contains(named.currency)
    }
    return differs
  }

  private enum Agreement { case same, partial, other }

  private func agreement(of column: Int, with currency: Currency) -> Agreement {
    let texts = pairs(with: column).map(\.text)
    if texts.contains("") { return .partial }
    return texts.allSatisfy { money.money($0)?.currency == currency } ? .same : .other
  }

  private func isBelonging(_ column: Int) -> Bool {
    let (heading, amount) = (columns[column].heading, columns[form.amount].heading)
    return !heading.bracket.isEmpty && (heading.bracket == amount.text.lowercased() || heading.bracket == amount.base)
  }

  private func currencyColumn() throws(TableFault) -> Int? {
    let amount = columns[form.amount].heading
    let candidates = columns.indices.filter { mayBeCurrencies($0) && !isOfOtherAmount($0) && namesAmounts($0) }
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
    // Whether each of several columns of amounts is followed by a column with its currency.
    let isPaired = Set(bare.map { columns[$0].heading.base }).count == 1
      && bare.allSatisfy { $0 > 0 && (columns[$0 - 1].isAmounts || columns[$0 - 1].cells.isEmpty) }
    if isPaired, bare.contains(form.amount + 1) { return form.amount + 1 }
    // Whether each of several columns of amounts follows a column with its currency.
    let isBefore = Set(bare.map { columns[$0].heading.base }).count == 1
      && bare.allSatisfy { $0 + 1 < columns.count && columns[$0 + 1].isAmounts }
      && !bare.contains { $0 > 0 && columns[$0 - 1].isAmounts && !bare.contains($0 - 2) }
    if isBefore, bare.contains(form.amount - 1), columns.last?.isAmounts == true { return form.amount - 1 }
    if let named = named(.currency).first(where: { bare.contains($0) }), bare.count > 1,
      !Self.areRivals(bare.map { columns[$0] })
    {
      return named
    }
    let general = candidates.filter { column in
      let heading = columns[column].heading
      return heading.isNamed(.currency) || !heading.mentions(.currency)
    }
    // A currency column whose name belongs to another column of amounts is left out.
    let unowned = general.filter { !isOthers(columns[$0].heading) }
    let titled = unowned.filter { columns[$0].heading.isNamed(.currency) }
    if titled.count == 1 { return titled[0] }
    let blank = unowned.filter { columns[$0].heading.text.isEmpty }
    // Whether each currency column without a heading follows an amount, as in a broker's export.
    let areBehind = blank.allSatisfy { $0 > 0 && columns[$0 - 1].isAmounts }
    let places = areBehind ? [form.amount + 1] : [form.amount - 1, form.amount + 1]
    if let beside = places.first(where: blank.contains) { return beside }
    if unowned.count == 1 { return unowned[0] }
    let rest = unowned.isEmpty ? candidates.filter { !isOthers(columns[$0].heading) } : unowned
    if rest.count > 1 {
      if hasOwnCurrencies || headingMoney() != nil { return nil }
      throw unclear(.from, rest)
    }
    return rest.first
  }

  private func mayBeCurrencies(_ column: Int) -> Bool {
    ![form.amount, form.column(.to), dayColumn, form.direction].contains(column)
      && (isCodes(column) || columns[column].heading.mentions(.currency) && isCurrencies(column))
  }

  /// Whether a column's name fits a column of the amounts' currencies. "Instrument currency" and "Shop" don't fit.
  private func namesAmounts(_ column: Int) -> Bool {
    let heading = columns[column].heading
    if heading.isNamed(.currency), heading.base != "from" || form.column(.to) != nil { return true }
    if heading.text.isEmpty { return !hasNames(column) }
    if let owners = heading.currencyOwners {
      let words = columns[form.amount].heading.words + (form.debit.map { columns[$0].heading.words } ?? [])
      return owners.isSubset(of: TableHeading.accountOwners.union(words))
    }
    return isCodes(column) && !hasNames(column) && !heading.isOfThings
  }

  /// Whether a column has words such as "Ron" and "Bob", which are currency codes and also names.
  private func hasNames(_ column: Int) -> Bool { columns[column].cells.contains { $0.text.mayBeName } }

  /// Whether a currency column, by its name or its empty cells, belongs to another column of amounts.
  private func isOfOtherAmount(_ column: Int) -> Bool {
    let heading = columns[column].heading
    let words = heading.owner(.currency)
    guard !words.isEmpty, heading.bracket.isEmpty else { return false }
    func rest(_ column: Int) -> Set<String> {
      Set(columns[column].heading.words).subtracting(TableHeading.Kind.amount.words)
    }
    if words == rest(form.amount) || words == columns[form.amount].heading.owner(.amount) { return false }
    let isShared = columns.indices.contains { other in
      ![form.amount, form.debit, column].contains(other) && columns[other].isAmounts && rest(other) == words
        && columns[other].heading.mentions(.amount)
    }
    return isShared || pairs(with: column).contains { $0.text.isEmpty }
  }

  /// Whether the lines before the table name another currency than the column. Ignores a column named only "Currency".
  private func contradictsPreamble(_ column: Int) -> Bool {
    let heading = columns[column].heading
    guard !heading.owner(.currency).isEmpty, heading.bracket.isEmpty, let found = preamble.currency() else {
      return false
    }
    return columns[column].cells.contains { money.money($0.text).map { $0.currency != found } ?? false }
  }

  private static func areRivals(_ columns: [TableSketch.Column]) -> Bool {
    Set(columns.map { $0.heading.base }).count < columns.count
  }

  private func isOthers(_ heading: TableHeading) -> Bool {
    let foreign: Set<String> = [
      "original", "foreign", "fremd", "fremdwahrung", "local", "counter", "balance", "saldo", "fee", "target",
      "settlement", "base",
      "origen", "origine", "fremde", "oryginalna",
    ]
    return !Set(heading.words).isDisjoint(with: foreign) || heading.isOriginal || !heading.bracket.isEmpty
  }

  /// Returns the currency in an amount column's name, or the column of currencies that belongs only to this column.
  private func ownSource(of column: Int) -> TableForm.Source<Currency>? {
    if let (money, _) = headingMoney(of: [column]), money.candidates.isEmpty, money.share == .one {
      return .fixed(money.currency)
    }
    let words = Set(columns[column].heading.words)
    let found = columns.indices.filter { other in
      let heading = columns[other].heading
      guard heading.mentions(.currency), columns[other].cells.isEmpty || isCurrencies(other) else { return false }
      let owner = heading.owner(.currency)
      return owner.isEmpty ? other == column + 1 : owner == words
    }
    return found.count == 1 ? .column(found[0]) : nil
  }

  /// Returns the currency in a heading, and its text. `places`: the columns to read. Nil means all columns of amounts.
  private func headingMoney(of places: [Int]? = nil) -> (TableMoney, String)? {
    for column in places ?? [form.amount, form.debit].compactMap({ $0 }) {
      let heading = columns[column].heading
      for whole in heading.money + (heading.scale > 0 ? [heading.text] : []) {
        // The scale is removed here, because it applies to all amounts, whatever their currency.
        let text = MoneyScale(whole).money
        if let found = money.money(text) { return (found, text) }
        if let found = money.mentioned(in: text) { return (TableMoney(currency: found), text) }
        // Reads a heading such as "in Tausend Euro".
        let noun = text.split(separator: " ").dropFirst().joined(separator: " ")
        if text.lowercased().hasPrefix("in "), let found = money.money(noun) { return (found, noun) }
        let last = text.split(separator: " ").last.map(String.init) ?? ""
        if heading.scale > 0, money.isCode(last), let found = money.money(last) { return (found, last) }
      }
      let words = columns[column].heading.text.split(separator: " ").map(String.init)
      let nouns: Set<String> = ["euro", "euros", "euroa", "dollars", "pounds", "francs"]
      if let last = words.last?.lowercased(), words.count > 1, nouns.contains(last), let found = money.money(last) {
        return (found, last)
      }
      let codes = words.filter { $0.utf8.count == 3 && $0 == $0.uppercased() }.compactMap { money.money($0) }
      if let only = codes.first, codes.count == 1, only.candidates.isEmpty { return (only, only.currency.code) }
    }
    return nil
  }

  private func isAccounts(_ column: Int) -> Bool {
    guard columns[column].heading.isNamed(.account) else { return false }
    let cells = columns[column].cells
    let known = cells.count { money.mentioned(in: $0.text) != nil }
    return known > 0 && known * 2 >= cells.count
  }
}

extension String {
  /// Whether the text starts with a digit or has two numbers. False for "H-1234".
  fileprivate var hasDateLikeDigits: Bool {
    first?.isNumber == true || split(whereSeparator: { !$0.isNumber }).count > 1
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
