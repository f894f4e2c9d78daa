// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class PaymentCheckCoordinator {
  private let window: PaymentCheckWindow
  private let workflow: CalculatorWorkflow
  private let words: Words
  private let pick: CustomRateWindow.Pick
  private var form: PaymentCheckForm
  private var rates: Result<Resolver, RatesFailure>?
  /// The selling rate of the bank that published the middle rate. Nil if the bank publishes no selling rate.
  private var selling: ConversionPath?
  private var rateTask: Task<Void, Never>?
  /// The day and the provider of the last requested rates. Nil before the first request.
  private var wanted: Wanted?
  private let kept: @MainActor @Sendable (CustomRate) -> Void

  init?(
    _ form: PaymentCheckForm, _ workflow: CalculatorWorkflow, _ words: Words, pick: @escaping CustomRateWindow.Pick,
    kept: @escaping @MainActor @Sendable (CustomRate) -> Void, closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let relay = Relay()
    guard let window = try? PaymentCheckWindow(send: { relay.route?.handle($0, closed) }) else { return nil }
    self.window = window
    (self.form, self.workflow, self.words) = (form, workflow, words)
    (self.pick, self.kept) = (pick, kept)
    relay.route = self
    window.price.text = form.price
    window.example.text = words.feeExample
    loadRates()
    render()
  }

  func present(above parent: Window) { window.present(above: parent) }

  func bringForward() { window.window.present() }

  private func render() {
    let profiles = workflow.settings.state.settings.feeProfiles
    window.render(PaymentCheckViewState(form, rates, selling: selling, profiles, words), from: form.from, to: form.to)
  }

  private struct Wanted: Equatable {
    let day: Day?
    let from: Currency
    let to: Currency
  }

  private func loadRates() {
    guard let day = form.chosenDay else { return }
    let wanted = Wanted(day: day, from: form.from, to: form.to)
    guard self.wanted != wanted else { return }
    (self.wanted, selling) = (wanted, nil)
    rateTask?.cancel()
    rateTask = Task { [weak self, workflow] in
      let found: Result<Resolver, RatesFailure>
      do throws(RatesFailure) { found = .success(try await workflow.middleRates(on: day)) } catch {
        found = .failure(error)
      }
      var selling: ConversionPath?
      if let middle = try? found.get().route(from: wanted.from, to: wanted.to) {
        selling = await workflow.selling(beside: middle, on: day)
      }
      guard let self, !Task.isCancelled else { return }
      (rates, self.selling) = (found, selling)
      render()
    }
  }

  private func handle(_ intent: PaymentCheckIntent, _ closed: @MainActor () -> Void) {
    switch intent {
    case .typed:
      (form.price, form.paid, form.day) = (window.price.text, window.paid.text, window.day.text)
      loadRates()
      render()
    case .fromPressed: choose(\.from)
    case .toPressed: choose(\.to)
    case .calendarPressed: chooseDay()
    case .profileTyped(let text): add(text)
    case .profileRemoved(let name): change { $0[name] = nil }
    case .keepPressed:
      guard let own = form.own(words) else { return }
      kept(own)
      window.window.close()
    case .closed:
      rateTask?.cancel()
      closed()
    }
  }

  private func choose(_ side: WritableKeyPath<PaymentCheckForm, Currency>) {
    pick(window.window) { [weak self] currency in
      guard let self else { return }
      form.choose(side, currency)
      loadRates()
      render()
    }
  }

  private func chooseDay() {
    let texts = DatePopover.Texts(title: tr("Date of the payment"), none: tr("Today"))
    let popover = try? DatePopover(texts, day: Day(typed: form.day) ?? form.today) { [weak self] day in
      self?.window.day.text = day?.typable ?? ""
    }
    popover?.popUp(at: window.calendar)
  }

  private func add(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
    let name = parts.first.map { String($0.reversed().drop { $0 == " " }.reversed()) } ?? ""
    guard parts.count == 2, !name.isEmpty, let profile = FeeProfile(words.storedFee(String(parts[1]))) else {
      return window.tookProfile(false)
    }
    window.tookProfile(true)
    change { $0[name] = profile }
  }

  private func change(_ change: (inout [String: FeeProfile]) -> Void) {
    var profiles = workflow.settings.state.settings.feeProfiles
    change(&profiles)
    workflow.settings.send(.set(.feeProfiles, .map(profiles.mapValues(\.text))))
    render()
  }

  private final class Relay {
    weak var route: PaymentCheckCoordinator?
  }
}

extension CalculatorCoordinator {
  func openPaid() {
    guard let words, let workflow, let state, let frame else { return }
    if let paid { return paid.bringForward() }
    guard let to = state.results.first?.currency ?? state.currencies.first(where: { $0 != state.base }) else { return }
    let form = PaymentCheckForm(from: state.base, to: to, today: state.rates.today)
    paid = PaymentCheckCoordinator(
      form, workflow, words, pick: { [weak self] in self?.pick(above: $0, $1) },
      kept: { [weak self] in self?.send(.ownRateSet($0)) }, closed: { [weak self] in self?.paid = nil })
    paid?.present(above: frame)
  }
}
