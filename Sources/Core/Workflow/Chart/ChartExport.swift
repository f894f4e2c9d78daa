// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The same figures as the picture, for a spreadsheet.
extension ChartState {
  /// The points of the window as CSV, exact, oldest first.
  public var csv: String {
    var text = "date,from,to,rate,provider\n"
    for line in lines {
      for index in line.indices(in: window) {
        text +=
          "\(line.days[index]),\(subject.base),\(line.currency),\(line.rate(at: index).exactText()),\(provider.id)\n"
      }
    }
    return text
  }

  /// `ecb-EUR-USD-1y`: what a file of this chart is called.
  public var fileName: String {
    let counters = subject.counters.map(\.code).joined(separator: "-")
    let range = range?.rawValue ?? "\(window.first)-\(window.last)"
    return "\(provider.id)-\(subject.base)-\(counters)-\(range)"
  }
}
