// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A list as a text file that every machine reads alike. The format is in docs/CALCULATOR.md.
public struct ListFile: Hashable, Sendable {
  public static let mostBytes = 1 << 20
  static let mark = "# Kurs list"
  static let version = "1"

  enum Key: String, CaseIterable {
    case name, total, results, day, rule, fee, cash, lines
  }

  /// Empty for the unnamed list.
  public var title: String
  /// Without rates, because the receiving Kurs uses its own.
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

  /// Writes tab-separated fields, as in a bank statement: amount, currency, day, note, exact amount.
  private func row(_ line: RecordedLine) -> String {
    let amount = line.exact.map { $0.amount.text(significant: 12) } ?? line.portable
    // A plus distinguishes the amount's own sign from the line's.
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
