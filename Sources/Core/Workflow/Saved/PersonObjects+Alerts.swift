// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

extension PersonObjects {
  /// The person's alerts with the id of each, by pair.
  public func alerts() async throws(StorageError) -> [(id: PersonObject.ID, alert: RateAlert)] {
    try await objects(.alert).compactMap { object in RateAlert(object).map { (object.id, $0) } }
      .sorted { ($0.alert.from, $0.alert.to, $0.id) < ($1.alert.from, $1.alert.to, $1.id) }
  }

  /// Sets an alert, or its state; two of the same are one.
  @discardableResult
  public func set(_ alert: RateAlert) async throws(StorageError) -> PersonObject.ID {
    let (id, now) = (alert.id, clock())
    try await change(id, .alert) { object in
      var object = object ?? PersonObject(id: id, kind: .alert)
      object.set(["rule": alert.rule, "state": alert.stateText], now: now)
      return object
    }
    return id
  }

  /// Marks an alert as told; false if it no longer waits, because another program was first.
  public func claim(_ alert: RateAlert, toldOf day: Day) async throws(StorageError) -> Bool {
    var told = alert
    told.state = .told(day)
    let (state, now) = (told.stateText, clock())
    return try await change(alert.id, .alert) { object in
      guard var object, !object.isDeleted, RateAlert(object)?.state == alert.state else { return object }
      object.set(["state": state], now: now)
      return object
    }
  }

  public func removeAlert(_ id: PersonObject.ID) async throws(StorageError) {
    let now = clock()
    try await change(id, .alert) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
  }
}

extension RateAlert {
  /// Two of the same are one.
  public var id: PersonObject.ID { PersonObject.ID(.alert, named: rule) }

  /// `EUR USD above 6/5`, `EUR USD changed 2/1 7`: one field, for half of one and half of another would be a third.
  fileprivate var rule: String {
    let words =
      switch condition {
      case .above(let value): "above \(value.fraction)"
      case .below(let value): "below \(value.fraction)"
      case .changed(let percent, let days): "changed \(percent.fraction) \(days)"
      case .high(let days): "high \(days)"
      case .low(let days): "low \(days)"
      }
    return "\(from) \(to) \(words)"
  }

  fileprivate var stateText: String {
    switch state {
    case .waiting(nil): "waiting"
    case .waiting(let day?): "waiting \(day)"
    case .paused: "paused"
    case .told(let day): "told \(day)"
    }
  }

  /// Leaves alone what a later version wrote and this one does not know.
  init?(_ object: PersonObject) {
    let words = (object["rule"] ?? "").split(separator: " ")
    guard words.count >= 4, let from = Currency(words[0]), let to = Currency(words[1]),
      let condition = Condition(words.dropFirst(2).map(String.init)), let state = State(object["state"] ?? "")
    else { return nil }
    self.init(from: from, to: to, condition, state)
  }
}

extension RateAlert.Condition {
  fileprivate init?(_ words: [String]) {
    switch (words[0], words.count) {
    case ("above", 2), ("below", 2):
      guard let value = Rational(fraction: words[1]) else { return nil }
      self = words[0] == "above" ? .above(value) : .below(value)
    case ("changed", 3):
      guard let percent = Rational(fraction: words[1]), let days = Int(words[2]) else { return nil }
      self = .changed(percent: percent, days: days)
    case ("high", 2), ("low", 2):
      guard let days = Int(words[1]) else { return nil }
      self = words[0] == "high" ? .high(days: days) : .low(days: days)
    default: return nil
    }
  }
}

extension RateAlert.State {
  fileprivate init?(_ text: String) {
    let words = text.split(separator: " ")
    let day = words.count == 2 ? Day(iso: words[1]) : nil
    switch (words.first, words.count, day) {
    case ("waiting", 1, _): self = .waiting(after: nil)
    case ("waiting", 2, let day?): self = .waiting(after: day)
    case ("paused", 1, _): self = .paused
    case ("told", 2, let day?): self = .told(day)
    default: return nil
    }
  }
}
