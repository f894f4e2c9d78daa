// SPDX-License-Identifier: GPL-3.0-or-later

/// A total in several currencies. The lines are added in one currency, and the sum is converted to the others.
public struct CalculationResults: Sendable {
  public struct Failure: Sendable {
    public let currency: Currency
    public let error: RateError
  }

  public let evaluation: Evaluation
  public let currencies: [Currency]
  public let failures: [Failure]
}

extension CalculationResults {
  public func total(in currency: Currency) -> CalculationValue? {
    guard case .money = evaluation.total else { return evaluation.total }
    return evaluation.amount(in: currency).map { .money(Money($0, currency)) }
  }

  public func paths(in currency: Currency) -> [ConversionPath] {
    evaluation.lines.compactMap { try? $0.outcome.get().rate } + conversions(to: currency).map(\.rate)
  }

  public func useOwnRates(in currency: Currency) -> [Bool] {
    let rates = conversions(to: currency)
    return evaluation.lines.map { line in
      (try? line.outcome.get().rate)?.isOwn ?? false || !line.ownWithin.isEmpty
        || rates.contains { $0.requestedDay == line.day && $0.isOwn }
    }
  }

  private func conversions(to currency: Currency) -> [UsedRate] {
    (try? evaluation.conversions[currency]?.get())?.rates ?? []
  }
}

extension Calculation {
  public func totalCurrency(of results: [Currency]) -> Currency? {
    lines.count == 1 ? lines[0].currency ?? results.first : results.first
  }

  /// Adds the lines in the first of `currencies` for which every line has a rate. Throws the error of a failing line.
  public func results(
    in currencies: [Currency], rates: any RateSource
  ) throws(LineFailure) -> CalculationResults? {
    var (first, lacking) = (LineFailure?.none, [CalculationResults.Failure]())
    for start in currencies.indices {
      do throws(LineFailure) {
        return try results(in: Array(currencies[start...]), lacking, rates)
      } catch {
        guard case .rate(let reason) = error.error.reason else { throw error }
        first = first ?? error
        lacking.append(.init(currency: currencies[start], error: reason))
      }
    }
    if let first { throw first }
    return nil
  }

  private func results(
    in currencies: [Currency], _ lacking: [CalculationResults.Failure], _ rates: any RateSource
  ) throws(LineFailure) -> CalculationResults? {
    guard let base = totalCurrency(of: currencies) else { return nil }
    let evaluation = evaluate(rates: rates, result: base, targets: currencies)
    for (line, evaluated) in zip(lines, evaluation.lines) {
      if case .failure(let error) = evaluated.outcome { throw LineFailure(error: error, line: line) }
    }
    let failures = currencies.compactMap { currency -> CalculationResults.Failure? in
      guard case .failure(let error)? = evaluation.conversions[currency] else { return nil }
      return .init(currency: currency, error: error)
    }
    return CalculationResults(
      evaluation: evaluation,
      currencies: currencies.filter { currency in !failures.contains { $0.currency == currency } },
      failures: lacking + failures)
  }
}

public struct LineFailure: Error, Hashable, Sendable {
  /// The line's error. Its position counts from the start of the line's text.
  public let error: CalculationError
  public let line: CalculationLine
}
