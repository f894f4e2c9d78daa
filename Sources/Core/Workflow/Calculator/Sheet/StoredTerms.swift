// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension Fee {
  /// `receive 1/50`.
  var stored: String { "\(direction == .iPay ? "pay" : "receive") \(share.fraction)" }

  init?(stored: some StringProtocol) {
    let words = stored.split(separator: " ")
    guard words.count == 2, let share = Rational(fraction: words[1]) else { return nil }
    self.init(percent: share * Rational(100), direction: words[0] == "pay" ? .iPay : .iReceive)
  }
}

extension OwnRate {
  /// Fields between tabs: pair, value, last day, note.
  var row: String {
    [from.code + to.code, value.fraction, expires?.description ?? "", RowField.write(note)].joined(separator: "\t")
  }

  init?(row: some StringProtocol) {
    let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 4, let from = Currency(fields[0].prefix(3)), let to = Currency(fields[0].dropFirst(3)),
      let value = Rational(fraction: fields[1])
    else { return nil }
    self.init(from: from, to: to, value: value, note: RowField.read(fields[3]), expires: Day(iso: String(fields[2])))
  }
}
