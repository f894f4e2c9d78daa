// SPDX-License-Identifier: GPL-3.0-or-later

/// A calculation's results in each result currency.
/// Adds the lines once and converts the total. With a custom rate, adding in each currency would differ.
public struct CalculationResults: Sendable {
  public struct Result: Sendable {
    public let currency: Currency
    public let total: CalculationValue?
    public let lines: [Part]
    public let rates: [ConversionPath]
  }

  public struct Failure: Sendable {
    public let currency: Currency
    public let error: RateError
  }

  public struct Part: Sendable {
    /// Unrounded and signed.
    public let amount: Rational
    public let isOwn: Bool
  }

  public let evaluation: Evaluation
  public let results: [Result]
  public let failures: [Failure]
  public let rates: [UsedRate]
}

extension Calculation {
  /// The currency for adding up: a single line's own, otherwise the first requested one.
  public func totalCurrency(of results: [Currency]) -> Currency? {
    lines.count == 1 ? lines[0].currency ?? results.first : results.first
  }

  /// The total in each of `currencies`. Throws the error of the first failing line.
  /// If a currency has no rate, adds up in the next one.
  public func results(
    in currencies: [Currency], rates: any RateSource
  ) throws(LineFailure) -> CalculationResults? {
    var (first, lacking) = (LineFailure?.none, [CalculationResults.Failure]())
    for start in currencies.indices {
      do throws(LineFailure) {
        return try results(in: currencies[start...], lacking, rates)
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
    in currencies: ArraySlice<Currency>, _ lacking: [CalculationResults.Failure], _ rates: any RateSource
  ) throws(LineFailure) -> CalculationResults? {
    guard let base = totalCurrency(of: Array(currencies)) else { return nil }
    let recorder = RateRecorder(rates)
    let evaluation = evaluate(rates: recorder, result: base)
    var parts: [CalculationResults.Part] = []
    for (line, evaluated) in zip(lines, evaluation.lines) {
      switch evaluated.outcome {
      case .success(let amounts):
        let isOwn = amounts.rate?.isOwn ?? false || !evaluated.ownWithin.isEmpty
        parts.append(.init(amount: amounts.inResult, isOwn: isOwn))
      case .failure(let error): throw LineFailure(error: error, line: line)
      }
    }
    var (results, failures) = ([CalculationResults.Result](), lacking)
    for currency in currencies {
      do throws(RateError) {
        results.append(try result(in: currency, evaluation, parts, recorder))
      } catch {
        failures.append(.init(currency: currency, error: error))
      }
    }
    return CalculationResults(evaluation: evaluation, results: results, failures: failures, rates: recorder.rates)
  }

  private func result(
    in currency: Currency, _ evaluation: Evaluation, _ own: [CalculationResults.Part], _ rates: RateRecorder
  ) throws(RateError) -> CalculationResults.Result {
    guard currency != evaluation.result, evaluation.total?.money != nil else {
      return .init(currency: currency, total: evaluation.total, lines: own, rates: [])
    }
    var (parts, applied) = ([CalculationResults.Part](), [ConversionPath]())
    for (line, part) in zip(lines, own) {
      let rate = try rates.rate(from: evaluation.result, to: currency, on: line.day ?? day)
      parts.append(.init(amount: rate.convert(part.amount), isOwn: part.isOwn || rate.isOwn))
      if !applied.contains(rate) { applied.append(rate) }
    }
    let total = try evaluation.total(in: currency, rates: rates)
    return .init(currency: currency, total: total.map { .money($0.money) }, lines: parts, rates: applied)
  }
}

public struct LineFailure: Error, Hashable, Sendable {
  /// Positions count in the line's text.
  public let error: CalculationError
  public let line: CalculationLine
}
