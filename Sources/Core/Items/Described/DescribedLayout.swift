// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel

/// The layout of the answers of a described provider.
struct DescribedLayout: Sendable {
  enum Format: String { case json, xml, csv }

  let format: Format
  /// The steps to a row, with stars; of CSV none, or one star where each column is a currency.
  let rows: [String]
  /// The place of the currency in a row that names one beside the home currency; nil where a row names both.
  let currency: DescribedPlace?
  let pair: (base: DescribedPlace, quote: DescribedPlace)?
  /// The places of the rates in a row; without a middle it is halfway between the two sides.
  let values: [QuoteSide: DescribedPlace]
  let unit: DescribedPlace
  let day: DescribedPlace
  let dayForm: DescribedDay
  let direction: Provider.Direction
  let hasDecimalComma: Bool
  /// The separator of CSV columns, and the number of lines before their names.
  let separator: UInt8
  let skipped: Int
}

extension DescribedLayout.Format {
  var form: DocumentForm {
    switch self {
    case .json: .json
    case .xml: .xml
    case .csv: .csv
    }
  }

  var accept: String {
    switch self {
    case .json: Command.json
    case .xml: Command.xml
    case .csv: Command.csv
    }
  }
}
