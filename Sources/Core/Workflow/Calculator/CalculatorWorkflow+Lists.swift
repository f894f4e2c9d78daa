// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
public import KursStorage

struct SavedListContent: Equatable {
  let id: UserObject.ID
  /// The lines, currencies and terms, without rates and day.
  var content: Fingerprint
  var stored: Fingerprint?
  /// The number of rates saved with the list, if this program saved it. Rates of a newly chosen day arrive later.
  var rates = Int.max

  var mayLackRates: Bool { rates < .max }
}

extension SavedListContent {
  private static let name = "list-kept"

  var session: [String: String] { [Self.name: "\(id) \(content.text) \(stored?.text ?? "")"] }

  init?(session: [String: String]) {
    let parts = (session[Self.name] ?? "").split(separator: " ").map(String.init)
    guard parts.count == 3, let id = UserObject.ID(parts[0]), let content = Fingerprint(text: parts[1])
    else { return nil }
    self.init(id: id, content: content, stored: Fingerprint(text: parts[2]))
  }
}

extension CalculatorWorkflow {
  /// The open list as last read from its object. Nil for the unnamed list.
  var kept: SavedListContent? {
    get { machine.shown.list.flatMap { known[$0] } }
    set { if let id = newValue?.id ?? machine.shown.list { known[id] = newValue } }
  }

  /// Saves the open list and opens another. Nil opens the unnamed one. Returns false if the list doesn't exist.
  @discardableResult
  public func openList(_ id: UserObject.ID?) async throws(StorageError) -> Bool {
    try await inOrder { () async throws(StorageError) in try await self.bring(id) }
  }

  /// Names the unnamed list, or begins an empty list under that name.
  public func nameList(_ title: String) async throws(StorageError) {
    try await inOrder { () async throws(StorageError) in
      let record = await self.archive.record(self.machine.openList)
      let id = try await self.archive.save(title: title, record)
      self.take { $0.listNamed(ListName(id: id, title: title)) }
      self.kept = SavedListContent(
        id: id, content: record.fingerprint, stored: try await self.storedText(of: id), rates: record.rates.count)
      await self.remember()
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
  func bring(_ id: UserObject.ID?) async throws(StorageError) -> Bool {
    guard id != machine.shown.list else { return true }
    guard let id else {
      try await keepAllOfList()
      take { $0.listLeft() }
      return true
    }
    guard let list = try await archive.saved(id) else { return false }
    let opened = SavedList(list, await archive.open(list.record))
    let stored = try await storedText(of: id)
    // An await between the last save and opening the other list could lose changes.
    try await keepAllOfList()
    take { $0.listOpened(opened) }
    await note(stored)
    track(.calculationReopened)
    return true
  }

  private func note(_ stored: Fingerprint?) async {
    guard let id = machine.shown.list else { return }
    // Read before any await. Text that is typed later then counts as a change.
    let list = machine.openList
    known[id] = nil
    known[id] = SavedListContent(id: id, content: await archive.record(list).fingerprint, stored: stored)
    await remember()
  }

  /// Stores the content as read, so that the next start detects changes made elsewhere.
  private func remember() async {
    try? await objects.database.saveSession(kept.map(\.session) ?? [:])
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

  /// Saves the open list if its content changed, with the current rates.
  func keepList() async throws(StorageError) {
    guard let id = machine.shown.list else { return }
    let record = await archive.record(machine.openList)
    if let known = known[id], known.content == record.fingerprint, known.rates >= record.rates.count { return }
    guard try await archive.write(record, into: id, over: known[id]?.stored) else {
      if machine.shown.list == id { try await follow(id, in: archive.saved()) }
      return
    }
    known[id] = SavedListContent(
      id: id, content: record.fingerprint, stored: try await storedText(of: id), rates: record.rates.count)
    await remember()
  }

  func begin(with kept: SavedListContent) {
    if kept.id == machine.shown.list { self.kept = kept }
  }

  private func storedText(of id: UserObject.ID) async throws(StorageError) -> Fingerprint? {
    try await archive.storedText(of: id).map { Fingerprint($0) }
  }

  /// Applies changes that other machines and programs made to the lists.
  func readLists() async {
    guard let lists = try? await archive.saved() else { return }
    take { $0.listsRead(lists.map { ListName(id: $0.id, title: $0.title) }) }
    // A disk error is reported at the user's next action.
    for id in machine.otherListsInSteps { try? await followStep(id, in: lists) }
    guard let id = machine.shown.list else { return }
    try? await follow(id, in: lists)
    await saveList()
  }

  /// Removes a list that another machine changed or deleted from the undo steps.
  private func followStep(_ id: UserObject.ID, in lists: [SavedCalculation]) async throws(StorageError) {
    let stored = try await storedText(of: id)
    guard stored == nil || known[id]?.stored != stored else { return }
    if stored == nil, try await archive.isUnowned(id) { return }
    guard machine.shown.list != id else { return }
    guard let list = lists.first(where: { $0.id == id }) else {
      known[id] = nil
      return take { $0.listGone(id) }
    }
    let opened = SavedList(list, await archive.open(list.record))
    guard machine.shown.list != id else { return }
    var preview = machine
    _ = preview.listOpened(opened)
    take { $0.listChanged(opened) }
    known[id] = SavedListContent(id: id, content: await archive.record(preview.openList).fingerprint, stored: stored)
  }

  private func follow(_ id: UserObject.ID, in lists: [SavedCalculation]) async throws(StorageError) {
    let stored = try await storedText(of: id)
    guard stored != nil else {
      // These lists were made while signed out, and are about to become the member's.
      if try await archive.isUnowned(id) { return }
      return take { $0.listGone(id) }
    }
    guard let list = lists.first(where: { $0.id == id }), kept?.stored != stored else { return }
    let opened = SavedList(list, await archive.open(list.record))
    let shown = machine.shown
    let content = await archive.record(machine.openList).fingerprint
    guard shown == machine.shown, kept.map({ $0.id != id || $0.content == content }) ?? true else {
      // Both sides changed. The other version becomes a separate list, and this one is saved.
      try await archive.save(title: lists.free(list.title), list.record)
      kept?.stored = stored
      return try await keepList()
    }
    take { $0.listOpened(opened) }
    await note(stored)
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
      id: list.id, title: list.title, calculation: calculation, result: record.result, targets: record.targets,
      hasNoTargets: record.hasNoTargets, fee: record.fee, roundsCash: record.isRoundedToCash)
  }
}
