// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// Reads and changes the user's objects. All windows share one instance, so that each window receives all changes.
public actor UserObjects {
  public private(set) var member: MemberID
  public nonisolated let database: UserDatabase
  nonisolated let clock: @Sendable () -> Timestamp
  private let observers: Broadcast<UserChange>
  var following: [Task<Void, Never>] = []
  /// Whether objects without an account now belong to the member.
  private(set) var hasAdopted = false

  public init(database: UserDatabase, member: MemberID = .withoutAccount, clock: @escaping @Sendable () -> Timestamp) {
    self.init(database, member, Broadcast(), clock)
  }

  private init(
    _ database: UserDatabase, _ member: MemberID, _ observers: Broadcast<UserChange>,
    _ clock: @escaping @Sendable () -> Timestamp
  ) {
    (self.database, self.member, self.observers, self.clock) = (database, member, observers, clock)
  }

  /// Returns the objects of `account`, even after a switch to another account. Their changes notify all observers.
  nonisolated func of(_ account: MemberID) -> UserObjects { UserObjects(database, account, observers, clock) }

  deinit { for task in following { task.cancel() } }

  public static func ofCurrentMember(
    in database: UserDatabase, clock: @escaping @Sendable () -> Timestamp
  ) async throws(StorageError) -> UserObjects {
    let current = try await database.members().first { $0.isCurrent && $0.state.keepsData }
    return UserObjects(database: database, member: current?.member.id ?? .withoutAccount, clock: clock)
  }

  public func changes() -> AsyncStream<UserChange> {
    observers.events()
  }

  public func announce(_ changes: some Sequence<UserChange>) {
    for change in changes { observers.send(change) }
  }

  /// Switches to a member. `adopting`: whether the caller calls `adopt` next. Edits of the open list then belong to the
  /// member at once, because `adopt` could miss an edit that is stored without an owner.
  public func memberChanged(to member: MemberID, adopting: Bool = false) {
    guard member != self.member else { return }
    self.member = member
    hasAdopted = adopting
    announce(UserChange.all)
  }

  /// Assigns objects without an owner to the member, and restores the recovered data of the member's last session.
  public func adopt() async throws(StorageError) {
    guard member != .withoutAccount else { return }
    // This is set before the adoption, because an edit during the adoption already belongs to the member.
    hasAdopted = true
    do throws(StorageError) {
      if try await database.adoptObjects(by: member) { announce(UserChange.all) }
      if try await database.recovered.reclaimCopy(of: member) { announce(UserChange.all) }
    } catch {
      hasAdopted = false
      throw error
    }
  }

  func objects(
    _ kind: UserObject.Kind, deletedToo: Bool = false
  ) async throws(StorageError) -> [UserObject] {
    try await database.objects(kind, of: member, deletedToo: deletedToo)
  }

  func change(
    _ kind: UserObject.Kind, _ change: @escaping @Sendable ([UserObject]) -> [UserObject]
  ) async throws(StorageError) {
    if try await database.changeObjects(kind, of: member, change) { announce([.objects(kind)]) }
  }

  func addFirst(_ list: @escaping @Sendable (Rational?) -> UserObject) async throws(StorageError) {
    try await database.addFirst(
      of: member,
      first: { all in all.filter { !$0.isDeleted }.compactMap { SavedCalculation($0)?.standing }.min() }, list: list)
    announce([.objects(.saved)])
  }

  @discardableResult
  func change(
    _ id: UserObject.ID, _ kind: UserObject.Kind,
    _ change: @escaping @Sendable (UserObject?) -> UserObject?
  ) async throws(StorageError) -> Bool {
    let hasChanged = try await database.changeObject(id, of: member, change)
    if hasChanged { announce([.objects(kind)]) }
    return hasChanged
  }

  /// Sets fields of an object. Creates the object if it doesn't exist.
  private func set(
    _ fields: [String: String], of id: UserObject.ID, _ kind: UserObject.Kind
  ) async throws(StorageError) {
    let now = clock()
    try await change(id, kind) { object in
      var object = object ?? UserObject(id: id, kind: kind)
      object.set(fields, now: now)
      return object
    }
  }

  private func delete(_ id: UserObject.ID, _ kind: UserObject.Kind) async throws(StorageError) {
    let now = clock()
    try await change(id, kind) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
  }

  /// Applies one edit to the stored objects. Changes by other programs and computers stay.
  func apply(_ edit: UserEdit) async throws(StorageError) {
    switch edit {
    case .ownRates(let before, let after):
      for rate in after where !before.contains(rate) { try await set(rate) }
      for rate in before where !after.contains(where: { $0.isFor(rate.from, rate.to) }) {
        try await removeOwnRate(rate.from, rate.to)
      }
    case .results(let edit):
      let now = clock()
      try await change(.result) { all in
        var order = CurrencyOrder(.result, of: all)
        // The initial list gets the oldest time, so that a choice on any computer replaces it.
        if all.isEmpty { order.become(edit.before, now: Timestamp(milliseconds: 0)) }
        order.become(edit.applied(to: order.currencies), now: now)
        return order.objects
      }
    case .favourite(let currency, let isOn):
      let favourites = Favourites(of: self)
      try await isOn ? favourites.add(currency) : favourites.remove(currency)
    case .recent(let currency): try await RecentCurrencies(of: self).chosen(currency)
    }
  }

  func chosenResults() async throws(StorageError) -> [Currency]? {
    let all = try await objects(.result, deletedToo: true)
    return all.isEmpty ? nil : CurrencyOrder(.result, of: all).currencies
  }

  public func alerts() async throws(StorageError) -> [(id: UserObject.ID, alert: RateAlert)] {
    try await objects(.alert).compactMap { object in RateAlert(object).map { (object.id, $0) } }
      .sorted { ($0.alert.from, $0.alert.to, $0.id) < ($1.alert.from, $1.alert.to, $1.id) }
  }

  @discardableResult
  public func set(_ alert: RateAlert) async throws(StorageError) -> UserObject.ID {
    try await set(["rule": alert.rule, "state": alert.stateText], of: alert.id, .alert)
    return alert.id
  }

  /// Marks an alert as notified. Returns false if another program marked it first.
  public func claimNotification(_ alert: RateAlert, on day: Day) async throws(StorageError) -> Bool {
    var notified = alert
    notified.state = .notified(day)
    let (state, now) = (notified.stateText, clock())
    return try await change(alert.id, .alert) { object in
      guard var object, !object.isDeleted, RateAlert(object)?.state == alert.state else { return object }
      object.set(["state": state], now: now)
      return object
    }
  }

  public func removeAlert(_ id: UserObject.ID) async throws(StorageError) { try await delete(id, .alert) }

  public func conflicts() async throws(StorageError) -> [ObjectConflict] {
    try await database.conflicts(of: member)
  }

  /// Resolves a conflict by using the other computer's value, which then applies on all computers.
  public func acceptOther(_ conflict: ObjectConflict) async throws(StorageError) {
    let now = clock()
    try await change(conflict.object.id, conflict.object.kind) { object in
      var object = object
      object?.set([conflict.field: conflict.other], now: now)
      return object
    }
    try await database.settle(conflict, of: member)
  }

  public func settle(_ conflict: ObjectConflict) async throws(StorageError) {
    try await database.settle(conflict, of: member)
  }

  public nonisolated func copies() -> [UserCopy] { database.dailyCopies.all() }

  /// Restores the objects that are in a copy but not on this computer, then notifies all observers.
  public func restore(_ copy: UserCopy) async throws(StorageError) -> RestoredBackup {
    let counts = try await database.dailyCopies.restore(copy, current: member, now: clock())
    announce(UserChange.all)
    return counts
  }

  /// Returns the user's custom rates, sorted by currency pair. Includes expired rates, so that the user can renew them.
  public func ownRates() async throws(StorageError) -> [CustomRate] {
    try await objects(.ownRate).compactMap(CustomRate.init).byPair
  }

  public func set(_ rate: CustomRate) async throws(StorageError) {
    try await set(rate.fields, of: UserObject.ID(rate.from, rate.to), .ownRate)
  }

  public func removeOwnRate(_ from: Currency, _ to: Currency) async throws(StorageError) {
    try await delete(UserObject.ID(from, to), .ownRate)
  }
}

public enum UserChange: Hashable, Sendable {
  case objects(UserObject.Kind)
  case history
  case recentCurrencies

  static let all = UserObject.Kind.known.map { UserChange.objects($0) } + [.history, .recentCurrencies]
}

enum UserEdit: Hashable, Sendable {
  case ownRates(before: [CustomRate], after: [CustomRate])
  case results(CurrencyEdit)
  case favourite(Currency, isOn: Bool)
  case recent(Currency)
}

extension RateAlert {
  public var id: UserObject.ID { UserObject.ID(.alert, named: rule) }

  /// The alert as text, such as `EUR USD above 6/5`. It is one field, so that a merge can't mix two alerts.
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
    case .paused(nil): "paused"
    case .paused(let day?): "paused \(day)"
    case .notified(let day): "told \(day)"
    }
  }

  /// Reads an alert from an object. Nil if a newer version of Kurs wrote the object in an unknown format.
  init?(_ object: UserObject) {
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
    case ("paused", 1, _): self = .paused(after: nil)
    case ("paused", 2, let day?): self = .paused(after: day)
    case ("told", 2, let day?): self = .notified(day)
    default: return nil
    }
  }
}

extension [CustomRate] {
  var byPair: [CustomRate] { sorted { ($0.from, $0.to) < ($1.from, $1.to) } }
}

extension UserObject.ID {
  init(_ a: Currency, _ b: Currency) {
    self.init(.ownRate, named: "\(min(a, b))/\(max(a, b))")
  }
}

extension CustomRate {
  /// The fields of the rate's object. Pair and value are one field, so that a merge can't mix two rates.
  var fields: [String: String] {
    ["rate": "\(from) \(to) \(value.fraction)", "note": note, "expires": expires?.description ?? ""]
  }

  init?(_ object: UserObject) {
    let parts = object["rate"]?.split(separator: " ") ?? []
    guard parts.count == 3, let from = Currency(parts[0]), let to = Currency(parts[1]),
      let value = Rational(fraction: parts[2])
    else { return nil }
    self.init(
      from: from, to: to, value: value, note: object["note"] ?? "", expires: object["expires"].flatMap { Day(iso: $0) })
  }
}

/// Settings are also stored as objects, so that they are synced between computers.
extension UserObjects {
  /// The names of the synced settings. Settings about a computer, its network or its folders aren't synced.
  static let settings = ["providers", "strict", "side", "symbols", "result-currencies", "cash-rounding"]

  /// Keeps the settings of this computer equal to the synced settings until `leave` is called.
  public func follow(_ settings: SettingsWorkflow) async {
    guard following.isEmpty else { return }
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (changes, chosen) = (changes(), await settings.changes())
    look.yield()
    following = [
      Task { for await change in changes where change == .objects(.setting) { look.yield() } },
      Task { for await _ in chosen { look.yield() } },
      Task { [weak self] in for await _ in looks { try? await self?.reconcile(with: settings) } },
    ]
  }

  public func leave() async {
    for task in following { task.cancel() }
    for task in following { await task.value }
    following = []
  }

  /// Makes the local and the synced settings equal once. Throws if the local settings can't be saved.
  public func reconcile(with settings: SettingsWorkflow) async throws(FileFailure) {
    let shown = member
    guard let baseline = try? await database.settingsBaseline(of: shown), let kept = try? await objects(.setting),
      let unowned = try? await database.settingsBaseline(of: .withoutAccount), member == shown,
      // If another program has switched members, the file will soon contain that member's settings, so don't sync now.
      baseline.current == nil || baseline.current == shown
    else { return }
    // Settings that the user chose before the first sign-in become the member's settings.
    let isFirst = baseline.owner == .withoutAccount && baseline.values.isEmpty
    let isSwitch = !isFirst && baseline.owner.map { $0 != shown } ?? false  // guards B08: $0 != shown => false
    if isSwitch, let owner = baseline.owner, (try? await of(owner).shareLast(of: settings)) == nil { return }
    let there = Dictionary(
      kept.compactMap { object in object["name"].flatMap { name in object["value"].map { (name, $0) } } },
      uniquingKeysWith: { first, _ in first })
    let (here, missing) = await settings.written
    var (settled, taken): ([String: String], [String: String]) = ([:], [:])
    for key in Self.settings.compactMap({ SettingsKey.named($0) }) {
      let value = key.value(in: here).variant
      let setting = SharedSetting(
        here: value, there: there[key.name], baseline: baseline.values[key.name],
        byDefault: (isFirst ? unowned.values[key.name] : nil) ?? key.value(in: Settings()).variant,
        isMissing: missing.contains(key))  // guards B08: missing.contains(key) => false
      switch setting.step(isSwitch: isSwitch) {
      case .nothing: break
      case .agree: settled[key.name] = value
      case .share: if (try? await of(shown).share(key.name, value)) != nil { settled[key.name] = value }
      case .take(let other): taken[key.name] = other
      }
    }
    // The settings file's owner is set to unknown first, so that after a crash the file doesn't count as this member's.
    if !taken.isEmpty, (try? await database.noteSettingsOwner(SettingsBaseline.unknownOwner)) == nil { return }
    // If this version doesn't support a received value, `adopt` returns the old value, which must not be synced.
    if !taken.isEmpty { settled.merge(await settings.adopt(taken)) { _, new in new } }
    guard !settled.isEmpty || baseline.owner != shown else { return }
    // The settings are saved first. Otherwise the next start would treat the file's old values as newer choices.
    try await settings.saveAgain()  // guards B08
    try? await database.noteSettingsBaseline(settled, of: shown)
  }

  /// Tries once more to store this account's unsaved choices, before another account's settings replace them.
  private func shareLast(of settings: SettingsWorkflow) async throws(StorageError) {
    let (here, missing) = await settings.written
    let (baseline, state) = (try await database.settingsBaseline(of: member), try await database.state(of: member))
    // If the settings file belongs to another account, another program wrote its values, so they aren't stored here.
    guard baseline.owner == member, member == .withoutAccount || state?.keepsData == true else { return }
    for key in Self.settings.compactMap({ SettingsKey.named($0) }) where !missing.contains(key) {
      let (known, value) = (baseline.values[key.name], key.value(in: here).variant)
      if let known, known != value { try await share(key.name, value) }
    }
  }

  private func share(_ name: String, _ value: String) async throws(StorageError) {
    try await set(["name": name, "value": value], of: UserObject.ID(.setting, named: name), .setting)
  }
}
