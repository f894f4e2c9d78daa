// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension Provider {
  /// The ECB's rates, served as JSON by an open-source project that anyone can host.
  public static let frankfurter = Provider(
    id: .frankfurter, publisher: "Frankfurter", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://frankfurter.dev", attribution: "Frankfurter, rates of the European Central Bank",
    coverage: 30, publication: Publication(.workingDays, hours: 14...17, holidays: .target))
}

extension ProviderItems {
  static let frankfurter = ProviderItems(provider: .frankfurter, forms: [.json]) { document throws(ItemError) in
    WholeDocument(try FrankfurterV1.read(try document.value()))
  }
}
