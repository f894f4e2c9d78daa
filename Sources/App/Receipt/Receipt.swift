// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDrawing
import KursModel
import KursWorkflow

struct Receipt: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var text: String
    var amount: String
    var detail: String
  }

  var title: String
  var subtitle: String
  var lines: [Row] = []
  var total: Row?
  var results: [Row] = []

  init(title: String, subtitle: String) { (self.title, self.subtitle) = (title, subtitle) }

  init(_ list: FinishedCalculation, title: String?, rates: RatesStatus, printed today: Day, _ words: Words) {
    self.title = title ?? tr("Calculation")
    let day = list.calculation.day
    subtitle =
      day == nil || day == today
      ? words.date(today)
      : tr("Rates of {date}, printed on {today}", ["date": words.date(day ?? today), "today": words.date(today)])
    if let rule = list.calculation.rule {
      subtitle += tr(" · ") + rule.title
      if let source = rule.preset?.source { subtitle += tr(" · ") + source }
    }
    let shown = ListExport(list)
    lines = zip(list.calculation.lines, list.evaluation.lines).enumerated().map { index, line in
      Self.row(line.0, line.1, text: shown.label(of: line.0, line.1, isFirst: index == 0), list, rates, words)
    }
    total = list.evaluation.total.map { total in
      Row(text: tr("Total"), amount: Self.text(total, words), detail: "")
    }
    results = list.targets.compactMap { target in
      guard let conversion = try? list.evaluation.conversions[target]?.get() else { return nil }
      return Row(
        text: words.name(of: target), amount: Self.text(.money(conversion.money), words),
        detail: Self.detail(conversion.path, rates, words))
    }
  }

  private static func row(
    _ line: CalculationLine, _ outcome: Evaluation.Line, text: String, _ list: FinishedCalculation,
    _ rates: RatesStatus, _ words: Words
  ) -> Row {
    guard case .success(let amounts) = outcome.outcome else { return Row(text: text, amount: "", detail: line.note) }
    let isMoney = amounts.own.money != nil
    let amount =
      isMoney ? "\(words.text(Money(amounts.inResult, list.result))) \(list.result)" : Self.text(amounts.own, words)
    let parts = [line.note, Self.detail(amounts.rate, rates, words)]
    return Row(text: text, amount: amount, detail: parts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func text(_ value: CalculationValue, _ words: Words) -> String {
    value.money.map { "\(words.text($0)) \($0.currency)" } ?? words.text(value)
  }

  /// Returns the rate, such as `1 EUR = 1.1172 USD · European Central Bank · 30 October 2026`. Empty without a rate.
  private static func detail(_ route: ConversionPath?, _ rates: RatesStatus, _ words: Words) -> String {
    guard let route, route.from != route.to else { return "" }
    return tr("{rate} · {source}", ["rate": words.line(of: route), "source": words.fullSource(of: route, rates)])
  }
}

extension Words {
  func fullSource(of route: ConversionPath, _ rates: RatesStatus) -> String {
    if let own = route.own {
      return own.note.isEmpty ? tr("custom rate") : tr("custom rate: {note}", ["note": own.note])
    }
    guard let observed = route.observed else { return tr("fixed by law") }
    let names = route.providers.map { rates.providers[$0]?.publisherName ?? publisher(of: $0) }
    return tr(
      "{provider} · {date}",
      ["provider": names.joined(separator: " + "), "date": period(of: route) ?? date(observed)])
  }
}

struct ReceiptPage {
  private static let margin = 56.0
  private static let ink = Colour(0x1E1E1E)
  private static let pale = Colour(0x5E5C64)

  let receipt: Receipt
  var isRightToLeft = false
  var size = PDFPage.paper
  var metrics = TextMetrics.measured

  /// The page as a picture. The rows shrink until all fit. Text that is still too long ends in an ellipsis.
  var picture: DisplayList {
    var items: [DrawingItem] = []
    var y = Self.margin + 8
    items.append(text(fitted(receipt.title, 20, true, in: width), at: y, size: 20, isBold: true))
    y += 24
    items.append(text(fitted(receipt.subtitle, 10, false, in: width), at: y, size: 10, colour: Self.pale))
    y += 26
    let groups = [receipt.lines, receipt.total.map { [$0] } ?? [], receipt.results].filter { !$0.isEmpty }
    let heights = groups.joined().reduce(0.0) { $0 + Self.height($1) } + Double(groups.count) * 14
    let scale = min(1, (size.height - Self.margin * 2 - y + 20) / max(heights, 1))
    for group in groups {
      items.append(rule(at: y))
      y += 10 * scale
      for row in group {
        add(row, at: y, scale, isBold: row == receipt.total, to: &items)
        y += Self.height(row) * scale
      }
      y += 4 * scale
    }
    let foot = tr("Made with Kurs. Rates are published for information only.")
    items.append(text(foot, at: size.height - Self.margin + 12, size: 8, colour: Self.pale))
    return DisplayList(size: size, items: items)
  }

  private static func height(_ row: Receipt.Row) -> Double { row.detail.isEmpty ? 18 : 30 }

  private func add(_ row: Receipt.Row, at y: Double, _ scale: Double, isBold: Bool, to items: inout [DrawingItem]) {
    let large = 11 * scale
    let middle = y + 7 * scale
    items.append(text(row.amount, at: middle, size: large, isBold: isBold, isAtEnd: true))
    let room = width - metrics.width(row.amount, large, isBold) - 16
    items.append(text(fitted(row.text, large, isBold, in: room), at: middle, size: large, isBold: isBold))
    guard !row.detail.isEmpty else { return }
    let small = 8.5 * scale
    let detail = fitted(row.detail, small, false, in: width)
    items.append(text(detail, at: middle + 12.5 * scale, size: small, colour: Self.pale))
  }

  private var width: Double { size.width - Self.margin * 2 }

  private func rule(at y: Double) -> DrawingItem {
    .line(
      Point(Self.margin, y), Point(size.width - Self.margin, y), Stroke(Colour(0xC0BFBC), width: 0.5))
  }

  private func text(
    _ text: String, at y: Double, size: Double, isBold: Bool = false, isAtEnd: Bool = false,
    colour: Colour = ReceiptPage.ink
  ) -> DrawingItem {
    let isLeft = isAtEnd == isRightToLeft
    let x = isLeft ? Self.margin : self.size.width - Self.margin
    return .text(
      TextLabel(text, at: Point(x, y), anchor: isLeft ? .left : .right, size: size, isBold: isBold, colour: colour))
  }

  private func fitted(_ text: String, _ size: Double, _ isBold: Bool, in room: Double) -> String {
    guard metrics.width(text, size, isBold) > room else { return text }
    var short = text
    while !short.isEmpty, metrics.width(short + "…", size, isBold) > room { short.removeLast() }
    return short + "…"
  }
}
