// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
public import KursStorage

extension CalculatorWorkflow {
  /// Saves the open list and opens another. Nil opens the unnamed one. Returns false if the list doesn't exist.
  @discardableResult
  public func openList(_ id: UserObject.ID?) async throws(StorageError) -> Bool {
    try await inOrder { () async throws(StorageError) in try await self.bring(id) }
  }

  /// Names the unnamed list, or begins an empty list under that name.
  public func nameList(_ title: String) async throws(StorageError) {
    try await inOrder { () async throws(StorageError) in
      let (list, content) = (self.machine.openList, self.machine.shown.content)
      let record = await self.archive.record(list)
      let id = try await self.archive.save(title: title, record)
      let version = Fingerprint(CalculationRecordDocument.text(of: record))
      let saved = OpenedList(content: content, version: version, rates: record.rates.count)
      self.take { $0.listNamed(ListName(id: id, title: title), as: saved) }
      await self.remember(id, record, as: version)
    }
    track(.calculationSaved)
  }

  public func newList(_ title: String) async throws(StorageError) {
    try await inOrder { () async throws(StorageError) in
      let id = try await self.archive.save(title: title, await self.archive.record(self.machine.emptyList))
      try await self.bring(id)
    }
    track(.calculationSaved)
  }

  /// Copies the open list below it and opens the copy. An unnamed list gets this name.
  public func duplicateList(_ title: String) async throws(StorageError) {
    guard let id = machine.shown.list else { return try await nameList(title) }
    try await inOrder { () async throws(StorageError) in
      try await self.keepAllOfList()
      if let copy = try await self.archive.duplicate(id, title: title) { try await self.bring(copy) }
    }
    track(.calculationSaved)
  }

  public func deleteList(_ id: UserObject.ID) async throws(StorageError) {
    try await inOrder { () async throws(StorageError) in
      try await self.keepAllOfList()
      try await self.archive.delete(id)
      self.take { $0.listGone(id) }
    }
  }

  public func restoreList(_ id: UserObject.ID) async throws(StorageError) {
    try await inOrder { () async throws(StorageError) in
      try await self.archive.restore(id)
      try await self.bring(id)
    }
  }

  func inOrder<Value: Sendable>(
    _ work: @escaping @MainActor () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      saves.add {
        do throws(StorageError) { continuation.resume(returning: .success(try await work())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  @discardableResult
  func bring(_ id: UserObject.ID?, rates: Int = .max) async throws(StorageError) -> Bool {
    guard id != machine.shown.list else { return true }
    guard let id else {
      try await keepAllOfList()
      take { $0.listLeft() }
      return true
    }
    guard let list = try await archive.saved(id) else { return false }
    var opened = SavedList(list, await archive.open(list.record))
    opened.rates = rates
    // An await between the last save and opening the other list could lose changes.
    try await keepAllOfList()
    take { $0.listOpened(opened) }
    await remember(id, await archive.record(machine.openList), as: list.version)
    track(.calculationReopened)
    return true
  }

  /// Stores which version the session's list was read from or saved as. The next start compares both.
  private func remember(_ id: UserObject.ID, _ record: CalculationRecord, as version: Fingerprint?) async {
    guard machine.shown.list == id else { return }
    let name = SessionListVersion(id: id, content: record.fingerprint, version: version)
    try? await objects.database.saveSession(name.session)
  }

  /// Saves the open list until nothing was typed during the save.
  func keepAllOfList() async throws(StorageError) {
    var shown = machine.shown
    try await keepList()
    while shown != machine.shown {
      shown = machine.shown
      try await keepList()
    }
  }

  /// Saves the open list if it was edited, with the current rates.
  func keepList() async throws(StorageError) {
    guard let (id, list, unsaved) = machine.unsavedList else { return }
    let record = await archive.record(list)
    guard let version = try await archive.write(record, into: id, over: unsaved.version) else {
      if machine.shown.list == id { try await follow(id, in: archive.saved()) }
      return
    }
    var saved = unsaved
    saved.version = version
    take { [saved] in $0.listSaved(id, as: saved) }
    await remember(id, record, as: version)
  }

  func begin(with stored: SessionListVersion) async {
    guard stored.id == machine.shown.list else { return }
    let isEdited = await archive.record(machine.openList).fingerprint != stored.content
    take {
      $0.listSaved(stored.id, as: OpenedList(content: isEdited ? nil : $0.shown.content, version: stored.version))
    }
  }

  /// Applies changes that other machines and programs made to the lists.
  func readLists() async {
    guard let lists = try? await archive.saved() else { return }
    take { $0.listsRead(lists.map { ListName(id: $0.id, title: $0.title) }) }
    // A disk error is reported at the user's next action.
    for id in machine.listsInSteps { try? await follow(id, in: lists) }
    await saveList()
  }

  /// Shows another program's change or deletion of a list.
  private func follow(_ id: UserObject.ID, in lists: [SavedCalculation]) async throws(StorageError) {
    guard let list = lists.first(where: { $0.id == id }) else {
      if try await archive.isGone(id) { take { $0.listGone(id) } }
      return
    }
    guard machine.openedLists[id]?.version != list.version else { return }
    let stored = SavedList(list, await archive.open(list.record))
    guard machine.isEdited(id) else {
      take { $0.listStored(stored) }
      return await remember(id, await archive.record(machine.openList), as: list.version)
    }
    // Both sides changed. The other version becomes a separate list, and this one is saved.
    try await archive.save(title: lists.free(list.title), list.record)
    take { $0.listSaved(id, as: OpenedList(version: list.version)) }
    try await keepList()
  }
}

/// The session's record of the version of its list. Its stored form is older than the versions in the machine.
struct SessionListVersion {
  private static let name = "list-kept"

  let id: UserObject.ID
  /// The lines, currencies and terms, without rates and day.
  let content: Fingerprint
  let version: Fingerprint?

  init(id: UserObject.ID, content: Fingerprint, version: Fingerprint?) {
    (self.id, self.content, self.version) = (id, content, version)
  }

  var session: [String: String] { [Self.name: "\(id) \(content.text) \(version?.text ?? "")"] }

  init?(session: [String: String]) {
    let parts = (session[Self.name] ?? "").split(separator: " ").map(String.init)
    guard parts.count == 3, let id = UserObject.ID(parts[0]), let content = Fingerprint(text: parts[1])
    else { return nil }
    self.init(id: id, content: content, version: Fingerprint(text: parts[2]))
  }
}

extension [SavedCalculation] {
  func free(_ title: String) -> String {
    let titles = Set(map(\.title))
    guard titles.contains(title) else { return title }
    return (2...).lazy.map { "\(title) (\($0))" }.first { !titles.contains($0) } ?? title
  }
}

extension SavedList {
  init(_ list: SavedCalculation, _ calculation: Calculation) {
    let record = list.record
    self.init(
      id: list.id, title: list.title, version: list.version, calculation: calculation, result: record.result,
      targets: record.targets, hasNoTargets: record.hasNoTargets, fee: record.fee, roundsCash: record.isRoundedToCash)
  }
}
