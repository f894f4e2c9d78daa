// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursChart
import KursCore
import KursDrawing

/// Times the chart, for scripts/bench.
struct ChartBench {
  private static let size = Size(900, 500)
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Twenty-seven years of the dollar, from storage to points on a picture; the median of 21.
  func drawnPoints() async throws -> (Int, Duration) {
    let (subject, provider) = try await prepare("EUR/USD")
    var (times, points) = ([Duration](), 0)
    for _ in 1...21 {
      let began = ContinuousClock.now
      let state = try await session.core.rates.chart(
        of: subject, provider: provider, options: ChartOptions(), range: .all, today: Session.today)
      let list = ChartPicture(state, size: Self.size, theme: .light, text: .plain).list(isOpaque: false)
      times.append(ContinuousClock.now - began)
      points = state.lines[0].days.count
      guard list.items.count > 10 else { throw ExitCode.badData }
    }
    return (points, times.sorted()[10])
  }

  /// Four such lines panned day by day, each frame made anew and drawn by cairo; the slowest but one of a hundred.
  func frames() async throws -> (Int, Duration) {
    let (subject, provider) = try await prepare("EUR/USD,GBP,CHF,JPY")
    var options = ChartOptions()
    options.isRebased = true
    var state = try await session.core.rates.chart(
      of: subject, provider: provider, options: options, range: .all, today: Session.today)
    let whole = state.window
    var times: [Duration] = []
    for frame in 0..<100 {
      state.window = DaySpan(first: whole.first + frame * 3, last: whole.last)
      let began = ContinuousClock.now
      let list = ChartPicture(state, size: Self.size, theme: .light, text: .plain, metrics: .measured).list(
        isOpaque: true)
      guard CairoImage(list) != nil else { throw CommandFailure.noCairo }
      times.append(ContinuousClock.now - began)
    }
    return (1, times.sorted()[98])
  }

  private func prepare(_ pair: String) async throws -> (ChartSubject, Provider) {
    guard let subject = ChartSubject(text: pair) else { throw ExitCode.usage }
    try await session.core.rates.takeUpHistory()
    let table = try await session.table(of: .ecb, on: nil)
    return (subject, table.provider)
  }
}
