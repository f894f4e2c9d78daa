// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension Command {
  /// The command for a span of days: `{from}` is `YYYY-MM-DD`, `{from:dd/MM/yyyy}` is as it says.
  public func filled(from: Day, to: Day) -> Command {
    var path = self.path
    for (name, day) in [("from", from), ("to", to)] {
      path = path.replacing("{\(name)}", with: day.inAddress("yyyy-MM-dd"))
      while let start = path.firstRange(of: "{\(name):"), let end = path[start.upperBound...].firstIndex(of: "}") {
        path.replaceSubrange(
          start.lowerBound...end, with: day.inAddress(String(path[start.upperBound..<end])))
      }
    }
    return Command(
      name, method: method, path: path, host: host, accept: accept, schema: schema, size: size,
      needsSignIn: needsSignIn, queueing: queueing, nothingStatus: nothingStatus, staysAtHost: staysAtHost)
  }
}

extension Day {
  /// The day in a pattern of `yyyy`, `yy`, `MM`, `M` and `dd`.
  fileprivate func inAddress(_ pattern: String) -> String {
    let (year, month, day) = civil
    return pattern.replacing("yyyy", with: year.digits(4)).replacing("yy", with: (year % 100).digits(2))
      .replacing("MM", with: month.digits(2)).replacing("dd", with: day.digits(2))
      .replacing("M", with: String(month))
  }
}
