// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension Provider {
  /// The ECB's rates, served as JSON by an open-source project that anyone can host.
  public static let frankfurter = Provider(
    id: .frankfurter, publisher: "Frankfurter", home: .eur, firstDay: Day(number: 10_595), carryLimit: 14,
    terms: "https://frankfurter.dev", attribution: "Frankfurter, rates of the European Central Bank")
}

extension ProviderItems {
  static let frankfurter = ProviderItems(provider: .frankfurter) { _, value throws(ItemError) in
    guard let value else { throw .foreign }
    return WholeDocument(try FrankfurterV1.read(value))
  }
}
