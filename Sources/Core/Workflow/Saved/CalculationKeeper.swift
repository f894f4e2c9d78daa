// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Puts what the calculator finishes in the history, and keeps the person's own rates the same here and there.
public actor CalculationKeeper {
  private let calculator: CalculatorWorkflow
  private let archive: CalculationArchive
  private let rates: OwnRateList
  private var following: [Task<Void, Never>] = []
  /// The person's own rates as both sides had them last: what differs from them was changed.
  private var agreed: [OwnRate]?

  public init(calculator: CalculatorWorkflow, archive: CalculationArchive, rates: OwnRateList) {
    self.calculator = calculator
    self.archive = archive
    self.rates = rates
  }

  /// Reads the own rates and follows from now on; nothing here is needed for the first frame.
  public func start() async {
    guard following.isEmpty else { return }
    let finished = await calculator.finishedCalculations()
    let changes = await calculator.ownRateChanges()
    let lists = await rates.lists()
    following = [
      Task { [archive] in
        // A calculation that cannot be kept must not stop the next; a failing disk shows where the person saves.
        for await calculation in finished { try? await archive.keepInHistory(await archive.record(calculation)) }
      },
      Task { [weak self] in
        for await list in lists { await self?.stored(list) }
      },
      Task { [weak self] in
        for await rates in changes { await self?.chosen(rates) }
      },
    ]
  }

  /// Stops following; what was finished before is kept.
  public func end() {
    for task in following { task.cancel() }
    following = []
  }

  private func stored(_ list: [OwnRate]) async {
    guard list != agreed else { return }
    agreed = list
    await calculator.send(.ownRatesReplaced(list))
  }

  private func chosen(_ list: [OwnRate]) async {
    let before = agreed ?? []
    for rate in list where !before.contains(rate) { try? await rates.set(rate) }
    for rate in before where !list.contains(where: { $0.isSamePair(as: rate) }) {
      try? await rates.remove(rate.from, rate.to)
    }
    if let now = try? await rates.rates() { agreed = now }
  }
}

extension OwnRate {
  fileprivate func isSamePair(as other: OwnRate) -> Bool { Set([from, to]) == Set([other.from, other.to]) }
}
