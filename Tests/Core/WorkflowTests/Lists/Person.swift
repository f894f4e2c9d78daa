// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Synchronization

/// A clock that moves only when a test moves it.
final class HandClock: Sendable {
  private let milliseconds: Mutex<Int64>

  init(_ start: Timestamp = evening) {
    milliseconds = Mutex(start.milliseconds)
  }

  var now: @Sendable () -> Timestamp {
    { [self] in Timestamp(milliseconds: milliseconds.withLock { $0 }) }
  }

  func advance(by step: Int64) { milliseconds.withLock { $0 += step } }
}

final class CountedIDs: Sendable {
  private let next = Mutex(1)

  var make: @Sendable () -> UserObject.ID {
    { [self] in
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      return UserObject.ID(.saved, named: "\(number)")
    }
  }
}

/// The value of one euro in other currencies, invented to give simple results.
struct FlatRates: RateSource {
  let perEuro: [Currency: Rational]

  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> ConversionPath {
    guard let here = perEuro[from], let there = perEuro[to], let value = there.divided(by: here),
      let rate = ConversionPath(from: from, to: to, day: day ?? evening.day, legs: [], value: value)
    else { throw .unknownCurrency(from.code) }
    return rate
  }

  static let then = FlatRates(perEuro: [.eur: .one, .usd: number("1.6"), .jpy: number("150")])
  static let today = FlatRates(perEuro: [.eur: .one, .usd: number("1.25"), .jpy: number("160")])
}

/// Rates that a test can change. Observers are notified of each change.
final class ChangingRates: Sendable {
  private let rates = Mutex<any RateSource>(FlatRates.today)
  let updates: AsyncStream<RatesUpdate>
  private let tell: AsyncStream<RatesUpdate>.Continuation

  init() { (updates, tell) = AsyncStream.makeStream() }

  var current: any RateSource { rates.withLock { $0 } }

  func change(_ rates: any RateSource) {
    self.rates.withLock { $0 = rates }
    tell.yield(.orderChanged)
  }
}

/// A user's computer: a file, a clock, and an archive that uses both.
struct Desk {
  let folder = TemporaryFolder()
  let clock = HandClock()
  let rates = ChangingRates()
  let objects: UserObjects
  let archive: CalculationArchive
  static let catalogue = CurrencyCatalogue(
    records: [.eur, .usd, .jpy].map {
      CurrencyRecord(
        currency: $0, name: $0.code, minorUnit: $0 == .jpy ? 0 : 2, symbols: [], countries: [], cashStep: nil)
    }, legalRates: [])

  init() throws {
    objects = UserObjects(database: try UserDatabase(path: folder.path + "/person.sqlite"), clock: clock.now)
    archive = CalculationArchive(
      objects: objects, symbols: .english, catalogue: Self.catalogue, reader: { Self.reader },
      newest: { [rates] _ async throws(RatesFailure) in rates.current },
      ratesUpdates: { [rates] in rates.updates }, makeID: CountedIDs().make)
  }

  static var reader: CalculationReader { CalculationReader(symbols: .english, catalogue: catalogue) }

  func record(_ text: String, result: Currency = .eur, targets: [Currency] = []) async -> CalculationRecord {
    await archive.record(
      FinishedCalculation(
        Self.reader.read(text).calculation, result: result, targets: targets, rates: FlatRates.then))
  }
}
