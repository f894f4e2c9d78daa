// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

/// Settings are objects like any other: the person's own go along with them, and the sync brings them everywhere.
extension PersonObjects {
  /// How a person calculates, wherever they sit; what is of a machine, its network or its folders, stays there.
  static let settings = ["providers", "strict", "side", "symbols", "result-currencies", "cash-rounding"]

  /// Brings the settings here and the person's objects in step now and after each change of either, until `leave`.
  public func follow(_ settings: SettingsWorkflow) async {
    guard following.isEmpty else { return }
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (changes, chosen) = (changes(), await settings.changes())
    look.yield()
    following = [
      Task { for await change in changes where change == .objects(.setting) { look.yield() } },
      Task { for await _ in chosen { look.yield() } },
      Task { [weak self] in for await _ in looks { await self?.agree(with: settings) } },
    ]
  }

  /// Returns when nothing is being written any more.
  public func leave() async {
    for task in following { task.cancel() }
    for task in following { await task.value }
    following = []
  }

  /// Makes both agree, once; what the disk does not take is tried again at the next change.
  public func agree(with settings: SettingsWorkflow) async {
    let shown = member
    let isSwitch = agreed.map { $0 != shown } ?? false
    guard let baseline = try? await database.settingsBaseline(of: shown), let kept = try? await objects(.setting),
      member == shown
    else { return }
    agreed = shown
    let there = Dictionary(
      kept.compactMap { object in object["name"].flatMap { name in object["value"].map { (name, $0) } } },
      uniquingKeysWith: { first, _ in first })
    let here = await settings.values
    var (settled, taken): ([String: String], [String: String]) = ([:], [:])
    for key in Self.settings.compactMap({ SettingsKey.named($0) }) {
      let value = key.value(in: here).variant
      let setting = SharedSetting(
        here: value, there: there[key.name], baseline: baseline[key.name],
        byDefault: key.value(in: Settings()).variant)
      switch setting.step(isSwitch: isSwitch) {
      case .nothing: break
      case .agree: settled[key.name] = value
      case .share: if (try? await share(key.name, value)) != nil { settled[key.name] = value }
      case .take(let other): taken[key.name] = other
      }
    }
    // What could not be taken as it is, such as a later Kurs's value, was not chosen here and goes to nobody.
    if !taken.isEmpty { settled.merge(await settings.adopt(taken)) { _, new in new } }
    if !settled.isEmpty { try? await database.noteSettingsBaseline(settled, of: shown) }
  }

  private func share(_ name: String, _ value: String) async throws(StorageError) {
    let (id, now) = (PersonObject.ID(.setting, named: name), clock())
    try await change(id, .setting) { object in
      var object = object ?? PersonObject(id: id, kind: .setting)
      object.set(["name": name, "value": value], now: now)
      return object
    }
  }
}
