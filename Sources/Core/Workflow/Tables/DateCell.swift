// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// A date in the cell of a table, before the order of its parts is known.
enum DateCell: Equatable {
  case fixed(Day)
  /// Two numbers and a year. `isDotted`: whether points separate the parts. Then the month isn't first.
  case parts(Int, Int, year: Int, isDotted: Bool)
  /// Three numbers with two digits each.
  case short(Int, Int, Int, isDotted: Bool)
  /// Eight digits without separators.
  case compact(Int)
  /// A number of days since 30 December 1899, as spreadsheets store dates.
  case serial(Int)

  init?(_ field: ArraySlice<UInt8>) {
    var cell = field
    if cell.first == UInt8(ascii: "=") { cell.removeFirst() }
    while let first = cell.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: " ") { cell.removeFirst() }
    while let last = cell.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: " ") { cell.removeLast() }
    guard (4...80).contains(cell.count) else { return nil }
    if let found = Self.numbers(cell) {
      self = found
      return
    }
    guard cell.contains(where: { $0 >= 0x80 || $0 > 0x40 }) else { return nil }
    var text = String(decoding: cell, as: UTF8.self)
    // Schwab writes "10/30/2026 as of 10/29/2026". The first date is the day of the booking.
    if let other = text.firstRange(of: " as of ") { text = String(text[..<other.lowerBound]) }
    guard let found = Self.written(text) ?? Self.withoutAdditions(text).flatMap(Self.written) else { return nil }
    self = found
  }

  private static func written(_ text: String) -> DateCell? {
    let plain = withoutEra(plain(text))
    return numbers(Array(plain.utf8)[...]) ?? words(plain) ?? weekDay(plain)
  }

  /// Reads a day of an ISO week, such as `2026-W44-5` or `2026W445`.
  private static func weekDay(_ text: String) -> DateCell? {
    let digits = text.uppercased().filter { $0 != "-" }.split(separator: "W", omittingEmptySubsequences: false)
    guard digits.count == 2, digits[0].count == 4, digits[1].count == 3, let year = Int(digits[0]),
      let number = Int(digits[1]), case (let week, let weekday) = number.quotientAndRemainder(dividingBy: 10),
      (1...53).contains(week), (1...7).contains(weekday), let first = Day(year: year, month: 1, day: 4)
    else { return nil }
    let thursday = first - first.weekday + week * 7 - 3
    return thursday.civil.year == year ? .fixed(thursday + weekday - 4) : nil
  }

  /// The Roman numerals of the months, as in `30-X-2026`.
  private static let numerals = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]

  /// Removes Asian words for am and pm, words for "year", and weekdays in brackets. Nil if there is nothing to remove.
  private static func withoutAdditions(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    let rest = additions.reduce(text) { $0.replacing($1, with: "") }
    return rest == text ? nil : rest
  }

  private static let additions =
    ["上午", "下午", "午前", "午後", "오전", "오후", " г.", " года", " roku", " r."]
    + "月火水木金土日월화수목금토일".flatMap { ["(\($0))", "（\($0)）"] }

  /// Returns the text with ASCII digits, and with dashes instead of the Asian characters for year and month.
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0x061C: continue
      case 0x5E74, 0x6708, 0xB144, 0xC6D4: plain += "-"
      case 0x65E5, 0xC77C: continue
      case 0xA0, 0x202F, 0x3000, 0x2009: plain += " "
      case 0x2010...0x2015, 0x2212, 0xFF0D: plain += "-"
      case 0x66B, 0xFF0F: plain += "/"
      case 0xFF0E: plain += "."
      default:
        if let digit = scalar.cellDigit { plain += "\(digit.value)" } else { plain.unicodeScalars.append(scalar) }
      }
    }
    return plain
  }

  /// Replaces a year of a Japanese era or of Taiwan's calendar: `令和8-10-30` becomes `2026-10-30`.
  private static func withoutEra(_ text: String) -> String {
    let start = text.drop { $0 == " " }
    for (names, first) in eras {
      guard let name = names.first(where: { start.hasPrefix($0) }) else { continue }
      var rest = start.dropFirst(name.count).drop { $0 == " " }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let isFirst = rest.hasPrefix("\u{5143}")
      guard let year = isFirst ? 1 : Int(digits), digits.count <= 3 else { return text }
      rest = rest.dropFirst(isFirst ? 1 : digits.count)
      // "H30" without month and day may not be a date, so it isn't changed.
      guard let mark = rest.first, "-./".contains(mark) else { return text }
      return "\(first + year)\(rest)"
    }
    return text
  }

  /// The eras, each with the year before its first year.
  private static let eras: [(names: [String], before: Int)] = [
    (["\u{4EE4}\u{548C}", "R"], 2018), (["\u{5E73}\u{6210}", "H"], 1988), (["\u{662D}\u{548C}", "S"], 1925),
    (["\u{6C11}\u{570B}", "\u{6C11}\u{56FD}"], 1911),
  ]

  private static func numbers(_ cell: ArraySlice<UInt8>) -> DateCell? {
    var (place, isDotted) = (cell.startIndex, false)
    func number() -> (value: Int, length: Int)? {
      var (value, length) = (0, 0)
      while place < cell.endIndex, case let digit = cell[place] &- 0x30, digit < 10 {
        guard length < 14 else { return nil }
        (value, length) = (value * 10 + Int(digit), length + 1)
        place += 1
      }
      return length > 0 ? (value, length) : nil
    }
    func separates() -> Bool {
      guard place < cell.endIndex else { return false }
      switch cell[place] {
      case UInt8(ascii: "-"), UInt8(ascii: "/"): place += 1
      case UInt8(ascii: "."):
        isDotted = true
        place += 1
        if place < cell.endIndex, cell[place] == UInt8(ascii: " ") { place += 1 }
      default: return false
      }
      return true
    }
    guard let first = number() else { return nil }
    guard separates() else { return one(first.value, digits: first.length, cell[place...], isFraction: false) }
    guard let second = number() else { return nil }
    guard separates() else {
      guard isDotted, first.length == 5, place == cell.endIndex else { return nil }
      return one(first.value, digits: 5, [], isFraction: true)
    }
    guard let third = number(), max(first.length, second.length, third.length) <= 4 else { return nil }
    if place < cell.endIndex, cell[place] == UInt8(ascii: ".") { place += 1 }
    // "30.10. 10:11:12" has no year, because its third number is an hour.
    if third.length <= 2, place < cell.endIndex, cell[place] == UInt8(ascii: ":") { return nil }
    guard place == cell.endIndex || isTime(cell[place...]) else { return nil }
    switch (first.length, second.length, third.length) {
    case (4, 1...2, 1...2): return Day(year: first.value, month: second.value, day: third.value).map { .fixed($0) }
    case (1...2, 1...2, 4): return .parts(first.value, second.value, year: third.value, isDotted: isDotted)
    case (2, 2, 2): return .short(first.value, second.value, third.value, isDotted: isDotted)
    case (1...2, 1...2, 2): return .parts(first.value, second.value, year: century(third.value), isDotted: isDotted)
    default: return nil
    }
  }

  private static func one(_ value: Int, digits: Int, _ rest: ArraySlice<UInt8>, isFraction: Bool) -> DateCell? {
    if digits == 5, rest.isEmpty, (20_000...79_999).contains(value) { return .serial(value) }
    guard !isFraction else { return nil }
    if digits == 8, isTime(rest) { return .compact(value) }
    return (digits == 14 || digits == 12) && rest.isEmpty ? .compact(value / (digits == 14 ? 1_000_000 : 10_000)) : nil
  }

  /// Returns the year for two digits: 18 means 2018, and 70 means 1970.
  private static func century(_ year: Int) -> Int { year < 70 ? 2000 + year : 1900 + year }

  /// Whether the rest of a cell is empty or a time, with or without a time zone.
  private static func isTime(_ rest: ArraySlice<UInt8>) -> Bool {
    let isGap = { (byte: UInt8) in " ,;:T".utf8.contains(byte) }
    var time = rest.drop(while: isGap)
    // Some tables join date and time by a hyphen, as in 30/10/2026-10:11:12.
    if time.count == rest.count, time.first == UInt8(ascii: "-"), time.dropFirst(3).first == UInt8(ascii: ":") {
      time = time.dropFirst()
    }
    guard let first = time.first else { return true }
    if time.count == rest.count {
      return rest.elementsEqual("Z".utf8)
        || (first == UInt8(ascii: "+") || first == UInt8(ascii: "-")) && rest.count < 7
    }
    let digits = time.prefix { $0 &- 0x30 < 10 }.count
    guard (1...6).contains(digits) else { return false }
    let after = time.dropFirst(digits)
    // Four or six digits are a time such as 1011, unless a date separator follows. Then they begin a second date.
    if digits == 4 || digits == 6 { return after.first.map { !"-/.".utf8.contains($0) } ?? true }
    guard digits <= 2, let mark = after.first, ":.h ".utf8.contains(mark) else { return false }
    return numbers(time) == nil
  }

  private static func words(_ text: String) -> DateCell? {
    var (fields, rest) = ([(number: Int, digits: Int, month: Int)](), text.lowercased()[...])
    while fields.count < 3, let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        // Skips a time, which may precede the year, as in "Fri Oct 30 10:11:12 2026".
        if fields.count == 2, rest.dropFirst(digits.count).first == ":" {
          rest = rest.drop { $0 == ":" || $0 == "." || $0.isASCII && $0.isNumber }
          continue
        }
        guard digits.count <= 4, let number = Int(digits) else { return nil }
        fields.append((number, digits.count, 0))
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0 == "'" || $0 == "’" }
        rest = rest.dropFirst(word.count)
        // Reads a second word, because some Arabic names of months have two words.
        let second = rest.drop { $0 == " " }.prefix { $0.isLetter }
        if let month = months["\(word) \(second)"] {
          fields.append((0, 0, month))
          rest = rest.drop { $0 == " " }.dropFirst(second.count)
          continue
        }
        if ["st", "nd", "rd", "th", "er", "de", "del", "of", "the"].contains(word) { continue }
        let numeral = fields.count == 1 ? numerals.firstIndex(of: String(word)).map { $0 + 1 } : nil
        guard let month = months[String(word)] ?? numeral else {
          // A weekday is skipped, but not the name of an era, as in "R8.10.30".
          guard fields.isEmpty, word.count <= 12, let next = rest.first, !next.isNumber, !limits.contains(String(word))
          else { return nil }
          if let found = numbers(Array(rest.drop { " .,".contains($0) }.utf8)[...]) { return found }
          continue
        }
        fields.append((0, 0, month))
      } else if " .,-/،".contains(first) {
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    let names = fields.indices.filter { fields[$0].month > 0 }
    guard fields.count == 3, names.count == 1, let name = names.first, name < 2 || fields[0].digits == 4 else {
      return nil
    }
    let numbers = fields.filter { $0.month == 0 }
    let (year, day) = numbers[0].digits == 4 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    // "Oct 10-12, 2026" is a range of days, not a date.
    if year.digits == 2, rest.contains(where: \.isNumber), !rest.contains(":") { return nil }
    guard day.digits <= 2, year.digits == 4 || year.digits == 2, isTime(Array(rest.drop { $0 == "." }.utf8)[...]) else {
      return nil
    }
    let whole = year.digits == 2 ? century(year.number) : year.number
    return Day(year: whole, month: fields[name].month, day: day.number).map { .fixed($0) }
  }

  /// Words that show that the following date or number isn't the day of a booking.
  private static let limits: Set<String> = [
    "until", "till", "after", "before", "since", "due", "no", "nr", "bis", "ab", "vor", "nach", "seit", "fällig",
  ]

  /// The names of the months in many languages, in full and shortened, in lower case.
  static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for language in ["de", "ar", "en"] {
      for (name, month) in ReaderWords(language: language).months { months[name] = month }
    }
    let others = [
      "janvier janv enero ene gennaio gen janeiro styczeń stycznia sty leden ledna január januar januari ocak oca janeiro tammikuu января янв yanvar gener ianuarie ian januára jaanuar січня януари ιανουαρίου ιαν",
      "février févr fevrier fév febrero febbraio fevereiro fev luty lutego lut únor února február februari şubat şub helmikuu февраля фев februarie februára veebruar лютого февруари φεβρουαρίου φεβ",
      "mars marzo mar março marco marzec marca března březen március marec maart mrt mart maaliskuu марта мар martie marca märts березня март μαρτίου μαρ maret",
      "avril avr abril abr aprile kwiecień kwietnia kwi duben dubna április apríl nisan nis huhtikuu апреля апр aprilie apríla aprill квітня април απριλίου απρ",
      "mai mayo maggio mag maio maj maja květen května május máj mei mayıs toukokuu мая май mája травня μαΐου μαϊ mei",
      "juin junio giugno giu junho czerwiec czerwca cze červen června június jún juni haziran haz kesäkuu июня июн iunie iun júna juuni червня юни ιουνίου ιουν juni",
      "juillet juil julio luglio lug julho lipiec lipca lip červenec července július júl juli temmuz tem heinäkuu июля июл iulie iul júla juuli липня юли ιουλίου ιουλ juli",
      "août aout agosto ago sierpień sierpnia sie srpen srpna augusztus augusti augustus ağustos ağu elokuu августа авг augusta серпня август αυγούστου αυγ agustus",
      "septembre septiembre sept set settembre setembro wrzesień września wrz září szeptember szept september eylül eyl syyskuu сентября сен septembrie septembra вересня септември σεπτεμβρίου σεπ",
      "octobre octubre ottobre ott outubro out październik października paź październik říjen října október oktober okt ekim eki lokakuu октября окт octombrie októbra oktoober жовтня октомври οκτωβρίου οκτ",
      "novembre noviembre novembro listopad listopada lis november nov kasım kas marraskuu ноября ноя noiembrie novembra листопада ноември νοεμβρίου νοε",
      "décembre decembre déc diciembre dic dicembre dezembro dez grudzień grudnia gru prosinec prosince december dec aralık ara joulukuu декабря дек decembrie decembra detsember грудня декември δεκεμβρίου δεκ desember",
    ]
    for (index, names) in others.enumerated() {
      for name in names.split(separator: " ") where months[String(name)] == nil { months[String(name)] = index + 1 }
    }
    return months
  }()

  static func mayBeMonth(_ text: String) -> Bool {
    var parts = text.lowercased().split { " -./'".contains($0) }.map(String.init)
    // Splits "2026W44" into year and week.
    if parts.count == 1, parts[0].dropFirst(4).first?.isLetter == true {
      parts = [String(parts[0].prefix(4)), String(parts[0].dropFirst(4))]
    }
    guard parts.count == 2,
      let year = parts.first(where: { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }),
      Int(year) != nil, let other = parts.first(where: { $0 != year })
    else { return false }
    if let month = Int(other) { return (1...12).contains(month) && other.count <= 2 }
    let isPart = "qtwk".contains(other.prefix(1)) && Int(other.dropFirst()) != nil && other.count <= 3
    return isPart || months[other] != nil
  }

  /// Returns the day if the parts of the date are in `order`. Nil if the calendar has no such day.
  func day(_ order: DateOrder) -> Day? {
    switch self {
    case .fixed(let day): return day
    case .parts(let first, let second, let year, let isDotted):
      switch order {
      case .dayFirst, .yearFirst: return Day(year: year, month: second, day: first)
      case .monthFirst: return isDotted ? nil : Day(year: year, month: first, day: second)
      }
    case .short(let first, let second, let third, let isDotted):
      switch order {
      case .dayFirst: return Day(year: Self.century(third), month: second, day: first)
      case .monthFirst: return isDotted ? nil : Day(year: Self.century(third), month: first, day: second)
      case .yearFirst: return Day(year: Self.century(first), month: second, day: third)
      }
    case .compact(let value):
      switch order {
      case .yearFirst: return Day(year: value / 10_000, month: value / 100 % 100, day: value % 100).flatMap(Self.likely)
      case .dayFirst:
        return Day(year: value % 10_000, month: value / 10_000 % 100, day: value / 1_000_000).flatMap(Self.likely)
      case .monthFirst:
        return Day(year: value % 10_000, month: value / 1_000_000, day: value / 10_000 % 100).flatMap(Self.likely)
      }
    case .serial(let number): return Day(number: Int32(number) - 25_569)
    }
  }

  /// Returns the day if its year is plausible, because eight digits may not be a date.
  private static func likely(_ day: Day) -> Day? { (1900...2099).contains(day.year) ? day : nil }
}

/// Finds the order of day, month and year that fits all dates of a column.
struct DateColumn {
  private struct Order {
    var read = 0
    /// The number of cells whose date fits only this order of day, month and year.
    var forced = 0
    var (earliest, latest) = (Day(number: .max), Day(number: .min))

    mutating func note(_ day: Day?) {
      guard let day else { return }
      read += 1
      (earliest, latest) = (min(earliest, day), max(latest, day))
    }

    var span: Int { read > 0 ? Int(latest.number) - Int(earliest.number) : 0 }
  }

  private(set) var cells = 0
  private(set) var blank = 0
  private(set) var unreadable: (row: Int, text: String)?
  private(set) var failed = 0
  private var (byYear, byDay, byMonth) = (Order(), Order(), Order())
  private var ambiguousCount = 0
  private(set) var serials = 0
  private var fixed = 0
  private var shorts = 0
  private var hasDots = false

  @discardableResult
  mutating func note(_ field: ArraySlice<UInt8>, row: Int) -> Bool {
    let before = readable
    take(field, row: row)
    return readable > before
  }

  private mutating func take(_ field: ArraySlice<UInt8>, row: Int) {
    // Most dates are in ISO form, so this form is checked first, in a tenth of the time of the full check.
    if Day(isoBytes: field) != nil {
      (cells, fixed) = (cells + 1, fixed + 1)
      return
    }
    guard field.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }) else {
      blank += 1
      return
    }
    cells += 1
    switch DateCell(field) {
    case .fixed: fixed += 1
    case .serial: serials += 1
    case nil: fail(field, row)
    case let cell?:
      let (year, day, month) = (cell.day(.yearFirst), cell.day(.dayFirst), cell.day(.monthFirst))
      if year == nil, day == nil, month == nil { return fail(field, row) }
      if case .short(_, _, _, let isDotted) = cell { (shorts, hasDots) = (shorts + 1, hasDots || isDotted) }
      byYear.note(year)
      byDay.note(day)
      byMonth.note(month)
      if month == nil, day != nil { byDay.forced += 1 }
      if day == nil, month != nil { byMonth.forced += 1 }
      if let day, let month, day != month { ambiguousCount += 1 }
    }
  }

  private mutating func fail(_ field: ArraySlice<UInt8>, _ row: Int) {
    failed += 1
    unreadable = unreadable ?? (row, RecordText.text(field))
  }

  var readable: Int { cells - failed }

  /// Returns the order of day, month and year. `isSure`: whether `monthFirst` has a reason besides the user's region.
  func form(monthFirst: Bool, isSure: Bool, today: Day?) -> (order: DateOrder, isMixed: Bool, isAmbiguous: Bool) {
    let ordered = readable - fixed - serials
    guard ordered > 0 else { return (.yearFirst, false, false) }
    if shorts == 0, byYear.read == ordered, byYear.latest != byDay.latest { return (.yearFirst, false, false) }
    if shorts == ordered, byYear.read == ordered {
      // A statement has no days in the far future, so an order that gives such days is wrong.
      let fails = { (order: Order) in order.read != ordered || today.map { order.latest > $0 + 366 } ?? false }
      if fails(byDay), fails(byMonth), !fails(byYear) { return (.yearFirst, false, false) }
    }
    if mayBeginWithYears, byYear.span * 3 < min(byDay.span, byMonth.read == ordered ? byMonth.span : .max),
      byDay.span > 1_000
    {
      // The dates of a statement are near each other. So 26/10/05 and 26/10/25 begin with the year.
      return (.yearFirst, false, false)
    }
    let (days, months) = (byDay.forced, byMonth.forced)
    if days > 0, months > 0 { return (days >= months ? .dayFirst : .monthFirst, true, false) }
    if days + months > 0 { return (days > 0 ? .dayFirst : .monthFirst, false, false) }
    let (own, other) = monthFirst ? (byMonth, byDay) : (byDay, byMonth)
    // A booking isn't in the future, so an order that gives only past days is more likely.
    let isFuture = today.map { own.latest > $0 && other.read == ordered && other.latest <= $0 } ?? false
    return (monthFirst != (isFuture && !isSure) ? .monthFirst : .dayFirst, false, ambiguousCount > 0)
  }

  private var mayBeginWithYears: Bool { shorts > 0 && shorts == readable && byYear.read == shorts && !hasDots }

  /// Whether the dates can also be read with the year first, and would then be more recent.
  func isYearAmbiguous(_ order: DateOrder, today: Day?) -> Bool {
    guard mayBeginWithYears, order != .yearFirst, let today else { return false }
    let own = order == .dayFirst ? byDay : byMonth
    return byYear.latest > own.latest + 366 && byYear.latest <= today + 366
  }
}

enum RecordText {
  static func text(_ field: ArraySlice<UInt8>) -> String { RecordScanner.text(field).trimmed() }
}

public enum DateOrder: Hashable, Sendable, CaseIterable {
  case yearFirst, dayFirst, monthFirst
}

/// Recognises dates that Kurs can't convert to a day: `30 Oct`, `30.10.`, `Oct 2026`, `KW 44`, `115/10/30`.
enum LikelyDate {
  /// Whether a column's cells are probably dates. Half of them must look like dates, or all if the form is ambiguous.
  static func areIn(_ all: [TableSketch.Cell], canBeEpoch: Bool) -> Bool {
    guard !all.isEmpty else { return false }
    let texts = all.map { DateCell.plain($0.text).lowercased() }
    let likely = zip(all, texts).count { cell, text in
      DateCell.mayBeMonth(text) || hasClosingPoint(text) || hasNames(text)
        || cell.kind != .amount && hasThreeNumbers(text)
    }
    if likely * 2 >= all.count { return true }
    return texts.allSatisfy(isPairOfNumbers) || canBeEpoch && texts.allSatisfy(isEpoch)
  }

  private static func hasNames(_ text: String) -> Bool {
    guard text.utf8.count <= 40 else { return false }
    var (months, numbers, days) = (0, 0, 0)
    var rest = text[...]
    while let first = rest.first {
      if first.isNumber {
        let digits = rest.prefix(while: \.isNumber)
        numbers += digits.count <= 4 ? 1 : 9
        rest = rest.dropFirst(digits.count)
      } else if first.isLetter {
        let word = String(rest.prefix(while: \.isLetter))
        rest = rest.dropFirst(word.count)
        if DateCell.months[word] != nil {
          months += 1
        } else if relatives.contains(word) || ReaderWords.weekdayNames.contains(word) || ["kw", "cw"].contains(word) {
          days += 1
        } else if !fillers.contains(word) {
          return false
        }
      } else if " .,-/:،".contains(first) {
        rest = rest.dropFirst()
      } else {
        return false
      }
    }
    return numbers < 6 && (months == 1 && numbers > 0 || months == 0 && days == 1)
  }

  private static let fillers: Set<String> = ["st", "nd", "rd", "th", "er", "de", "del", "of", "the", "uhr", "am", "pm"]
  private static let relatives: Set<String> = [
    "today", "yesterday", "heute", "gestern", "hier", "hoy", "ayer", "oggi", "ieri", "vandaag", "gisteren", "اليوم",
    "أمس",
  ]

  /// Whether a text has the form `30.10.`, `30. 10.` or `30.10. 10:11`.
  private static func hasClosingPoint(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.trimmed() }
    guard parts.count == 3, parts[2].isEmpty || parts[2].contains(":") else { return false }
    return isDayAndMonth(parts[0], parts[1])
  }

  /// Whether a text has the form `30/10` or `10-30`, which may also mean something else.
  private static func isPairOfNumbers(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { "/-".contains($0) }.map(String.init)
    return parts.count == 2 && isDayAndMonth(parts[0], parts[1])
  }

  private static func isDayAndMonth(_ first: String, _ second: String) -> Bool {
    guard max(first.count, second.count) <= 2, let first = Int(first), let second = Int(second) else { return false }
    return min(first, second) > 0 && min(first, second) <= 12 && max(first, second) <= 31
  }

  /// Whether a text has three numbers, of which one can be a year. The year may be of Taiwan's calendar.
  private static func hasThreeNumbers(_ text: String) -> Bool {
    guard text.utf8.count <= 30, text.first?.isNumber == true else { return false }
    let groups = text.split { !$0.isNumber }
    let hasYear = groups.contains { TypedPeriod.isYear($0) }
    let isTaiwanese =
      groups.count == 3 && groups[0].count == 3 && groups[0].hasPrefix("1")
      && isDayAndMonth(String(groups[1]), String(groups[2]))
    return groups.count >= 3 && (hasYear || isTaiwanese || groups.count == 3 && groups.allSatisfy { $0.count <= 2 })
  }

  /// Whether a text is a number of seconds or milliseconds since 1970 that means a time after 2000.
  private static func isEpoch(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 } && [10, 13].contains(text.count)
      && Int(text.prefix(10)).map { (1_000_000_000...2_100_000_000).contains($0) } ?? false
  }
}
