// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension Provider {
  /// About 16:00 CET on TARGET days; 14 days carry over Easter and are Frankfurter's look-back too.
  public static let ecb = Provider(
    id: .ecb, publisher: "European Central Bank", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html",
    attribution: "European Central Bank", coverage: 30,
    publication: Publication(.workingDays, hours: 14...16, holidays: .target))
}

extension ProviderItems {
  static let ecb = ProviderItems(provider: .ecb, forms: [.xml, .csv, .zip]) { document throws(ItemError) in
    let bytes = document.bytes
    if bytes.starts(with: Array("PK".utf8)) { return try ECBHistory(archive: bytes) }
    if bytes.starts(with: Array("KEY,".utf8)) { return WholeDocument(try ECBSeries.read(bytes)) }
    return WholeDocument(try ECBXML.read(bytes))
  }
}
