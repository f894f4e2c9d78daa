// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// Keeps the settings worth sharing in step with the person's objects, which the sync brings to all their machines.
public actor SettingsSharing {
  /// How a person calculates, wherever they sit; what is of a machine, its network or its folders, stays there.
  public static let names = ["providers", "strict", "side", "symbols", "result-currencies", "cash-rounding"]

  private let objects: PersonObjects
  private let settings: SettingsWorkflow
  private var member: MemberID?
  private var feeding: [Task<Void, Never>] = []
  private var following: Task<Void, Never>?

  /// Touches neither disk nor settings.
  public init(of objects: PersonObjects, _ settings: SettingsWorkflow) {
    self.objects = objects
    self.settings = settings
  }

  /// Looks now and after each change on either side, until `end`.
  public func start() async {
    guard following == nil else { return }
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (changes, chosen) = (await objects.changes(), await settings.changes())
    look.yield()
    feeding = [
      Task { for await change in changes where change == .objects(.setting) { look.yield() } },
      Task { for await _ in chosen { look.yield() } },
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
    let shown = await objects.member
    let isSwitch = member.map { $0 != shown } ?? false
    guard let baseline = try? await objects.database.settingsBaseline(of: shown),
      let kept = try? await objects.objects(.setting), await objects.member == shown
    else { return }
    member = shown
    let there = Dictionary(
      kept.compactMap { object in object["name"].flatMap { name in object["value"].map { (name, $0) } } },
      uniquingKeysWith: { first, _ in first })
    let here = await settings.values
    var (agreed, taken): ([String: String], [String: String]) = ([:], [:])
    for key in Self.names.compactMap({ SettingsKey.named($0) }) {
      let value = key.value(in: here).variant
      let setting = SharedSetting(
        here: value, there: there[key.name], baseline: baseline[key.name],
        byDefault: key.value(in: Settings()).variant)
      switch setting.step(isSwitch: isSwitch) {
      case .nothing: break
      case .agree: agreed[key.name] = value
      case .share:
        guard await share(key.name, value) else { continue }
        agreed[key.name] = value
      case .take(let other):
        taken[key.name] = other
        agreed[key.name] = other
      }
    }
    if !taken.isEmpty { await settings.send(.valuesTaken(taken)) }
    if !agreed.isEmpty { try? await objects.database.noteSettingsBaseline(agreed, of: shown) }
  }

  private func share(_ name: String, _ value: String) async -> Bool {
    let (id, now) = (PersonObject.ID(.setting, named: name), objects.clock())
    let shared: Void? = try? await objects.change(id, .setting) { object in
      var object = object ?? PersonObject(id: id, kind: .setting)
      object.set(["name": name, "value": value], now: now)
      return object
    }
    return shared != nil
  }
}
