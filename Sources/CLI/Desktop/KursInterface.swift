// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore

/// The D-Bus interface `org.kursapp.Kurs1` for scripts, panels and spreadsheets. Decimal numbers are strings.
struct KursInterface: Sendable {
  let questions: CurrentQuestions
  let providers: ProviderOptions

  func answer(_ call: BusCall) async -> BusAnswer {
    do {
      switch call.method {
      case "Convert": return try await convert(call.text(0))
      case "Explain":
        let lines = try await output(call.text(0)).lines(explained: true).map(\.variant)
        return .tuple(type: "(as)", "(\(lines.variant("as")),)")
      default: return try await history(call)
      }
    } catch {
      let failure = Failure(any: error) ?? Failure(.unavailable, "\(error)")
      let name = failure.code == .unavailable ? "NotAvailable" : "NotUnderstood"
      return .error(name: "org.kursapp.Kurs1.Error.\(name)", failure.description)
    }
  }

  private func output(_ question: String) async throws -> CalculationOutput {
    guard let output = try await questions.current.answer(question) else {
      throw Failure(
        .usage, tr("\"{text}\" is not a calculation with currencies. Write it as 100 EUR in USD.", ["text": question]))
    }
    if output.results.currencies.isEmpty, let first = output.failures.first?.failure { throw first }
    return output
  }

  private func convert(_ question: String) async throws -> BusAnswer {
    let rows = try await output(question).figures.map { figures in
      "{" + figures.map { "\"\($0)\": \($1.variant)" }.joined(separator: ", ") + "}"
    }
    return .tuple(type: "(aa{ss})", "(\(rows.variant("aa{ss}")),)")
  }

  private func history(_ call: BusCall) async throws -> BusAnswer {
    // Only programs call this method, so days must be in ISO 8601 form.
    let days = try [call.text(2), call.text(3)].map { text -> Day? in
      guard !text.isEmpty else { return nil }
      guard let day = Day(iso: text) else { throw CommandFailure.unreadableDay(text) }
      return day
    }
    let series = try await questions.current.session.series(
      call.text(0), call.text(1), between: days[0], and: days[1], of: providers
    ).series
    let rows = series.points.map { "(\"\($0.day)\", \"\($0.rate.exactText())\")" }
    return .tuple(type: "(a(ss))", "(\(rows.variant("a(ss)")),)")
  }
}

extension CalculationOutput {
  fileprivate var figures: [[(String, String)]] {
    results.currencies.compactMap { currency in
      guard case .money(let money)? = results.total(in: currency) else { return nil }
      let routes = results.paths(in: currency)
      let providers = routes.flatMap(\.providers).map(\.name)
      return [
        ("currency", money.currency.code), ("value", plain(money)), ("exact", money.amount.exactText()),
        ("providers", providers.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.joined(separator: "+")),
        ("observed", routes.compactMap(\.observed).min()?.description ?? ""),
      ]
    }
  }
}
