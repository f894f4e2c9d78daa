// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The stored range and options of a chart. Compared currencies aren't stored: a chart opens with a single pair.
struct ChartSession: Equatable {
  static let sizeName = "chart.window"

  var range: ChartRange? = .year
  var window: DaySpan?
  var options = ChartOptions()

  init() {}

  init(_ state: ChartState) {
    range = state.range
    window = state.range == nil ? state.window : nil
    options = state.options
    // A comparison always begins with `isRebased`, so this option isn't stored.
    if state.subject.counters.count > 1 { options.isRebased = false }
  }

  static func name(of subject: ChartSubject) -> String { "chart.\(subject.pair)" }

  /// Reads fields such as `range=5y` and `averages=30,200`. Ignores unreadable fields.
  init(text: String) {
    for field in text.split(separator: ";") {
      let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      take(parts[1], for: parts[0])
    }
  }

  private mutating func take(_ value: String, for name: String) {
    switch name {
    case "range": range = ChartRange(rawValue: value) ?? range
    case "window":
      let days = value.split(separator: "/").compactMap { Day(iso: $0) }
      if days.count == 2 { (range, window) = (nil, DaySpan(first: days[0], last: days[1])) }
    case "log": options.isLogarithmic = value == "1"
    case "rebased": options.isRebased = value == "1"
    case "averages":
      options.averages = Set(
        value.split(separator: ",").compactMap { Int($0) }.filter(ChartOptions.spans.contains))
    case "period": options.period = ChartOptions.Period(rawValue: value) ?? .daily
    case "reduction": options.reduction = ChartOptions.Reduction(rawValue: value) ?? .last
    default: break
    }
  }

  var text: String {
    var fields: [String] = []
    if let range { fields.append("range=\(range.rawValue)") }
    if let window { fields.append("window=\(window.first)/\(window.last)") }
    if options.isLogarithmic { fields.append("log=1") }
    if options.isRebased { fields.append("rebased=1") }
    if !options.averages.isEmpty {
      fields.append("averages=\(options.averages.sorted().map { "\($0)" }.joined(separator: ","))")
    }
    if options.period != .daily { fields.append("period=\(options.period.rawValue)") }
    if options.reduction != .last { fields.append("reduction=\(options.reduction.rawValue)") }
    return fields.joined(separator: ";")
  }
}
