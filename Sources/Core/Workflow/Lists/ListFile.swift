// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list as a text file, which has the same meaning in every language. docs/CALCULATOR.md describes the format.
public struct ListFile: Hashable, Sendable {
  /// The maximum size of a file in bytes. Even a list with the maximum number of lines and long notes is smaller.
  public static let mostBytes = 1 << 24
  static let mark = "# Kurs list"
  static let version = "1"

  enum Key: String, CaseIterable {
    case name, total, results, day, rule, fee, cash, lines
  }

  /// The list's name. Empty for the unnamed list.
  public var title: String
  /// The list's content without rates. The computer that opens the file uses its own rates.
  public var record: CalculationRecord

  public var text: String {
    var keys: [(Key, String)] = [(.name, title), (.total, record.result.code)]
    keys.append((.results, record.targets.map(\.code).joined(separator: ", ")))
    keys += [(.day, record.day?.description ?? ""), (.rule, record.rule?.name ?? "")]
    keys += [(.fee, record.fee?.stored ?? ""), (.cash, record.isRoundedToCash ? "yes" : "")]
    keys.append((.lines, "\(record.lines.count)"))
    let head = keys.filter { !$0.1.isEmpty }.map { "# \($0.0.rawValue): \(RowField.write($0.1))" }
    return (["\(Self.mark) \(Self.version)"] + head + record.lines.map(row)).map { $0 + "\n" }.joined()
  }

  /// Writes a line as fields with tabs between them: amount, currency, day, note, exact amount.
  private func row(_ line: RecordedLine) -> String {
    let amount = line.exact.map { $0.amount.text(significant: 12) } ?? line.portable
    // If the amount itself begins with a sign, a plus is written before it as the sign of the line.
    let isSigned = amount.first.flatMap { LineSign($0) } != nil
    let sign = line.sign == .minus ? "-" : isSigned ? "+" : ""
    var fields = [
      sign + RowField.write(amount), (line.currency ?? record.defaultCurrency)?.code ?? "",
      line.day?.description ?? "", RowField.write(line.note), line.exact?.amount.fraction ?? "",
    ]
    while fields.last == "" { fields.removeLast() }
    return fields.joined(separator: "\t")
  }
}

extension ListFile {
  public static func isListFile(_ text: String) -> Bool { text.utf8.starts(with: mark.utf8) }

  public static func text(of path: String) throws(ListFileFault) -> String {
    guard var bytes = try? WholeFile.bytes(of: path, limit: mostBytes) else { throw .notReadable }
    // Removes the byte-order mark that some editors write at the start of a file.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let row = rows.firstIndex(where: { $0.contains(0) || String(validating: $0, as: UTF8.self) == nil }) {  // guards S25
      throw .noText(row: row + 1)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard isListFile(text) || bytes.count <= CalculationReader.mostBytes else { throw .notReadable }
    return text
  }

  /// Reads the text of a file. Throws if any row is invalid. `kept`: the current time.
  public init(_ text: String, catalogue: CurrencyCatalogue, kept: Timestamp) throws(ListFileFault) {
    var reading = Reading(catalogue)
    for (index, row) in Self.rows(of: text).enumerated() where !row.allSatisfy(\.isWhitespace) {
      if index == 0 {
        guard row == "\(Self.mark) \(Self.version)" else { throw .later }  // guards S25
      } else {
        guard reading.take(row) else { throw .row(index + 1, row) }  // guards S25
      }
    }
    let (keys, lines) = (reading.keys, reading.lines)
    if let declared = keys[.lines].flatMap({ Int($0) }), declared != lines.count {  // guards S25
      throw .count(declared: declared, found: lines.count)
    }
    guard let result = keys[.total].flatMap({ Currency($0) }) else { throw .row(1, Self.mark) }
    self.init(
      title: keys[.name] ?? "",
      record: CalculationRecord(
        text: "", lines: lines, result: result, targets: Reading.currencies(keys[.results] ?? "") ?? [],
        day: keys[.day].flatMap { Day(iso: $0) }, rule: keys[.rule].flatMap { NamedRule($0) },
        fee: keys[.fee].flatMap { Fee(stored: $0) }, isRoundedToCash: keys[.cash] != nil, savedAt: kept))
  }

  /// Splits by bytes, because Swift joins a tab or line end with a following accent into one character.
  private static func rows(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
    }
  }

  private struct Reading {
    var keys: [Key: String] = [:]
    var lines: [RecordedLine] = []
    private let catalogue: CurrencyCatalogue
    private let reader: CalculationReader

    init(_ catalogue: CurrencyCatalogue) {
      self.catalogue = catalogue
      reader = CalculationReader(symbols: .english, catalogue: catalogue)
    }

    mutating func take(_ row: String) -> Bool {
      if row.utf8.first == UInt8(ascii: "#") { return takeKey(row) }
      guard lines.count < CalculationReader.mostLines, let line = line(row) else { return false }
      lines.append(line)
      return true
    }

    private mutating func takeKey(_ row: String) -> Bool {
      let parts = row.utf8.dropFirst().split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2, let key = Key(rawValue: Self.trimmed(parts[0])), keys[key] == nil else { return false }
      let value = RowField.read(key == .name ? Self.afterBlank(parts[1]) : Self.trimmed(parts[1]))
      let isValid =
        switch key {
        case .name: true
        case .total: isKnown(value)
        case .results: Self.currencies(value)?.allSatisfy { catalogue[$0] != nil } ?? false
        case .day: Day(iso: value) != nil
        case .rule: NamedRule(value) != nil
        case .fee: Fee(stored: value) != nil
        case .cash: value == "yes"
        case .lines: Int(value) != nil
        }
      if isValid { keys[key] = value }
      return isValid
    }

    private func line(_ row: String) -> RecordedLine? {
      let fields = row.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard (1...5).contains(fields.count) else { return nil }
      let part = { (index: Int) in index < fields.count ? Self.trimmed(fields[index]) : "" }
      let note = fields.count > 3 ? RowField.read(String(decoding: fields[3], as: UTF8.self)) : ""
      var (amount, sign) = (RowField.read(part(0)), LineSign.plus)
      if let written = amount.first.flatMap({ LineSign($0) }) {
        (amount, sign) = (String(amount.dropFirst()), written)
      }
      let currency = Currency(part(1))
      guard part(1).isEmpty || isKnown(part(1)), part(2).isEmpty || Day(iso: part(2)) != nil else { return nil }
      var line = RecordedLine(
        sign: sign, text: amount, portable: amount, currency: currency, day: Day(iso: part(2)),
        note: note, form: NumberSymbols.english.form)
      if !part(4).isEmpty {
        guard let currency, let exact = Rational(fraction: part(4)) else { return nil }
        line.exact = Money(exact, currency)
      }
      let read = reader.line(.init(1), amount: amount, currency: currency)
      guard case .success = read.content, !read.isEmpty else { return nil }
      return line
    }

    private func isKnown(_ code: String) -> Bool { Currency(code).flatMap { catalogue[$0] } != nil }

    static func currencies(_ text: String) -> [Currency]? {
      let codes = text.split(separator: ",").map { trimmed($0.utf8) }
      let currencies = codes.compactMap { Currency($0) }
      return currencies.count == codes.count ? currencies : nil
    }

    private static func afterBlank(_ bytes: Substring.UTF8View) -> String {
      String(decoding: bytes.first == UInt8(ascii: " ") ? bytes.dropFirst() : bytes, as: UTF8.self)
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
      let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") }
      let tail = bytes.drop(while: isBlank)
      return String(decoding: tail.prefix(tail.count - tail.reversed().prefix(while: isBlank).count), as: UTF8.self)
    }
  }
}

public enum ListFileFault: Error, Hashable, Sendable {
  case notReadable
  /// The row isn't text, for example because the file is a picture.
  case noText(row: Int)
  /// The row with this number and text is not valid in a list.
  case row(Int, String)
  /// The file has fewer or more lines than its header declares.
  case count(declared: Int, found: Int)
  case later
}
