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
