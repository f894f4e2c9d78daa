// SPDX-License-Identifier: GPL-3.0-or-later

/// A day in an address: the API layer knows no calendar, only year, month and day.
public struct AddressDay: Hashable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day in a pattern of `yyyy`, `MM`, `M` and `dd`.
  func text(_ pattern: String) -> String {
    pattern.replacing("yyyy", with: Self.padded(year, 4)).replacing("MM", with: Self.padded(month, 2))
      .replacing("dd", with: Self.padded(day, 2))
      .replacing("M", with: String(month))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
  }
}

extension Command {
  /// The command for a span of days: `{from}` is `YYYY-MM-DD`, `{from:dd/MM/yyyy}` is as it says.
  public func filled(from: AddressDay, to: AddressDay) -> Command {
    var path = self.path
    for (name, day) in [("from", from), ("to", to)] {
      path = path.replacing("{\(name)}", with: day.text("yyyy-MM-dd"))
      while let start = path.firstRange(of: "{\(name):"), let end = path[start.upperBound...].firstIndex(of: "}") {
        path.replaceSubrange(
          start.lowerBound...end, with: day.text(String(path[start.upperBound..<end])))
      }
    }
    return Command(
      name, method: method, path: path, host: host, accept: accept, schema: schema, size: size,
      needsSignIn: needsSignIn, queueing: queueing, nothingStatus: nothingStatus)
  }
}
