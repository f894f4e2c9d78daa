// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension CalculatorWorkflow {
  /// What the person has beside the session; one for the whole program, for windows hear of each other through it.
  public nonisolated func personObjects(of member: MemberID = .nobody) -> PersonObjects {
    PersonObjects(database: person, member: member, clock: clock)
  }

  /// The archive over those objects; compares with the newest rates of the providers in `order`.
  public nonisolated func archive(
    of objects: PersonObjects, order: @escaping @Sendable () async -> [ProviderID], symbols: NumberSymbols,
    reader: @escaping @Sendable () -> CalculationReader, makeID: @escaping @Sendable () -> PersonObject.ID
  ) -> CalculationArchive {
    CalculationArchive(objects: objects, rates: rates, order: order, symbols: symbols, reader: reader, makeID: makeID)
  }

  /// Puts a kept calculation in the place of the list, with its fee and its rounding to cash.
  public func open(_ record: CalculationRecord, from archive: CalculationArchive) async {
    send(.opened(await archive.open(record), result: record.result, targets: record.targets))
    if state.fee != record.fee { send(.feeChosen(record.fee)) }
    if state.roundsCash != record.isRoundedToCash { send(.cashRoundingSwitched(record.isRoundedToCash)) }
  }
}
