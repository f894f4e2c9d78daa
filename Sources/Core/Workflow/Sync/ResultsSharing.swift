// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// Keeps the calculator's result currencies in step with the person's objects, which the sync brings everywhere.
///
/// Each currency is an object with a place, as a favourite is: one added here and one taken out there both count.
public actor ResultsSharing {
  private let objects: PersonObjects
  private let calculator: CalculatorWorkflow
  private var feeding: [Task<Void, Never>] = []
  private var following: Task<Void, Never>?

  /// Touches neither disk nor calculator.
  public init(of objects: PersonObjects, _ calculator: CalculatorWorkflow) {
    self.objects = objects
    self.calculator = calculator
  }

  /// Looks now and after each change on either side, until `end`.
  public func start() async {
    guard following == nil else { return }
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (changes, choices) = (await objects.changes(), await calculator.resultChoices())
    feeding = [
      Task { for await change in changes where change == .objects(.result) { look.yield() } },
      Task { for await _ in choices { look.yield() } },
    ]
    following = Task { [weak self] in for await _ in looks { await self?.agree() } }
  }

  /// Returns when nothing is being written any more.
  public func end() async {
    for task in feeding { task.cancel() }
    following?.cancel()
    await following?.value
  }

  /// Makes both sides agree, once; what the disk does not take is tried again at the next change.
  public func agree() async {
    let (member, choice) = (await objects.member, await calculator.chosenResults)
    if choice.currencies != choice.kept {
      let now = objects.clock()
      let kept: Void? = try? await objects.change(.result) { all in
        var order = CurrencyOrder(.result, of: all)
        // Who never chose had these before their eyes; any choice made anywhere is newer.
        if all.isEmpty { order.become(choice.kept, now: Timestamp(milliseconds: 0)) }
        order.become(choice.edit.applied(to: order.currencies), now: now)
        return order.objects
      }
      guard kept != nil else { return }
    }
    guard let all = try? await objects.objects(.result, deletedToo: true), await objects.member == member,
      !all.isEmpty
    else { return }
    let list = CurrencyOrder(.result, of: all).currencies
    await calculator.send(.resultsShared(CurrencyEdit(before: choice.currencies, after: list)))
  }
}
