// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The monthly mean rates for German VAT (§ 16 Abs. 6 UStG). The ministry publishes them in the following month.
  public static let bmf = Provider(
    id: ProviderID("bmf"), publisher: "German Federal Ministry of Finance", home: .eur,
    firstDay: .declared("2010-01-01"),
    carryLimit: 31, terms: "https://www.bundesfinanzministerium.de/Web/DE/Service/Impressum/impressum.html",
    attribution: "Bundesministerium der Finanzen, Umsatzsteuer-Umrechnungskurse", dayMeaning: .effective, coverage: 30,
    publication: Publication(.irregular), validity: .month)
}

extension ProviderEndpoints {
  /// Each file has a year's rates. If the site sends a web page, the user can download a file for `kurs-cli import`.
  static let bmf = ProviderEndpoints(
    address: "https://www.bundesfinanzministerium.de", minimumInterval: 86_400, latest: [year], span: .year(year))

  private static let year = Endpoint(
    "year",
    path: "/Datenportal/Daten/offene-daten/steuern-zoelle/umsatzsteuer-umrechnungskurse/datensaetze/"
      + "uu-kurse-{from:yyyy}-csv.csv?__blob=publicationFile",
    accept: Endpoint.csv, nothingStatus: 404)
}

extension ProviderDefinition {
  /// Reads `Indonesien;1 Euro;17.049,43 IDR;…`: 1 EUR in each month from January. The title contains the year.
  static let bmf = ProviderDefinition(text: .bmf, .csv, asked: .bmf) { bytes, rows throws(ItemError) in
    // The file is in Windows-1252. Only its ASCII characters are needed.
    var reader = try CSVReader(bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, separator: UInt8(ascii: ";"))
    guard let title = (try? reader.next())?.first, let year = BMFCell.year(in: title) else { throw .foreign }
    guard let header = try reader.next(), header.count > 2, header.count <= 14, header[0] == "Land",
      zip(header.dropFirst(2), BMFCell.months).allSatisfy({ $0.hasPrefix($1) })
    else { throw .foreign }
    while let fields = try reader.next() {
      guard fields.count > 2, fields[1] == "1 Euro" else { continue }
      guard fields.count == header.count else {
        throw .unreadable(place: "line \(reader.line)", found: "\(fields.count) columns", expected: .table)
      }
      for (index, text) in fields.dropFirst(2).enumerated() where text.contains(where: { $0 != " " }) {
        let place = "line \(reader.line), column \(index + 3)"
        guard let day = Day(year: year, month: index + 1, day: 1), let cell = BMFCell(text) else {
          throw .unreadable(place: place, found: text, expected: .rate)
        }
        try rows.add(cell.code, cell.value, on: day, at: place)
      }
    }
  }
}

/// Reads a cell such as `17.049,43 IDR` or `1.634,39KRW`: a German number and a currency.
private struct BMFCell {
  let code: String
  let value: String

  init?(_ text: String) {
    let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
    let trimmed = text[..<end].drop { $0 == " " }
    code = String(trimmed.suffix(3))
    let number = trimmed.dropLast(3)
    let parts = (number.last == " " ? number.dropLast() : number).split(
      separator: ",", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2 else { return nil }
    let groups = whole.split(separator: ".", omittingEmptySubsequences: false)
    guard groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
      groups.count == 1 || (1...3).contains(groups[0].utf8.count)
    else { return nil }
    value = groups.joined() + (parts.count == 2 ? "." + parts[1] : "")
  }

  /// The beginnings of the column names, cut before any umlaut.
  static let months = [
    "Januar", "Februar", "M", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
  ]

  static func year(in title: String) -> Int? {
    let words = title.split { !$0.isNumber }.filter { $0.utf8.count == 4 }
    return words.count == 1 ? Int(words[0]) : nil
  }
}
