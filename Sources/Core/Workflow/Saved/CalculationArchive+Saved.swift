// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
public import KursStorage
import Synchronization

extension CalculationArchive {
  /// In the person's order, newest first until they say otherwise; `search` is found in title and text, whatever the case.
  public func saved(search: String = "") async throws(StorageError) -> [SavedCalculation] {
    let sought = search.lowercased()
    return inOwnForm(try await objects.savedCalculations(), \.record)
      .filter { sought.isEmpty || $0.title.lowercased().contains(sought) || $0.record.searched.contains(sought) }
  }

  public func saved(_ id: PersonObject.ID) async throws(StorageError) -> SavedCalculation? {
    guard let object = try await objects.database.object(id, of: await objects.member), !object.isDeleted else {
      return nil
    }
    return inOwnForm([SavedCalculation(object)].compactMap { $0 }, \.record).first
  }

  /// The stored text of a list; nil if there is none or it was deleted.
  func storedText(of id: PersonObject.ID) async throws(StorageError) -> String? {
    guard let object = try await objects.database.object(id, of: await objects.member), !object.isDeleted else {
      return nil
    }
    return object["calculation"]
  }

  /// Whether a list is still one of nobody's while a member's show.
  func isNobodys(_ id: PersonObject.ID) async throws(StorageError) -> Bool {
    guard await objects.member != .nobody else { return false }
    return try await objects.database.object(id, of: .nobody) != nil
  }

  /// A new list stands above all others, whatever the clock says.
  @discardableResult
  public func save(title: String, _ record: CalculationRecord) async throws(StorageError) -> PersonObject.ID {
    let (id, now) = (newID(), objects.clock())
    let text = CalculationRecordItem.text(of: record)
    try await objects.change(.saved) { all in
      let others = all.filter { !$0.isDeleted }.compactMap { SavedCalculation($0)?.standing }
      let place = min(SavedCalculation.place(at: now), (others.min() ?? .zero) - .one)
      var object = PersonObject(id: id, kind: .saved)
      object.set(["title": title, "calculation": text, "place": place.fraction], now: now)
      return all + [object]
    }
    return id
  }

  /// The list says something else now.
  ///
  /// False, and nothing is written, where it is not there or was deleted, and where it says something else than `known`
  /// by now; nil for whatever it says.
  func write(
    _ record: CalculationRecord, into id: PersonObject.ID, over known: Fingerprint? = nil
  ) async throws(StorageError) -> Bool {
    let isWritten = Mutex(false)
    try await edit(id) { object, now in
      // What a later Kurs wrote, and this one can't read, stays as it is.
      if let stored = object["calculation"], SavedCalculation(object) == nil, !stored.isEmpty { return }
      let isAsKnown = known.map { known in object["calculation"].map { Fingerprint($0) } == known } ?? true
      guard !object.isDeleted, isAsKnown else { return }
      var fields = ["calculation": CalculationRecordItem.text(of: record, replacing: object["calculation"])]
      // It keeps its place in the order, although its date is now today.
      if object["place"] == nil, let before = SavedCalculation(object) { fields["place"] = before.standing.fraction }
      object.set(fields, now: now)
      isWritten.withLock { $0 = true }
    }
    return isWritten.withLock { $0 }
  }

  /// The same list once more under another title, below the first; nil where that is not there.
  public func duplicate(_ id: PersonObject.ID, title: String) async throws(StorageError) -> PersonObject.ID? {
    guard let original = try await saved(id) else { return nil }
    let copy = try await save(title: title, original.record)
    try await place { lists in
      guard let from = lists.firstIndex(where: { $0.id == copy }) else { return }
      let moved = lists.remove(at: from)
      lists.insert(moved, at: (lists.firstIndex { $0.id == id } ?? -1) + 1)
    }
    return copy
  }

  /// Takes a list out of the order and puts it in at `index`, as the order is then.
  public func move(_ id: PersonObject.ID, to index: Int) async throws(StorageError) {
    try await place { lists in
      guard let from = lists.firstIndex(where: { $0.id == id }), lists.indices.contains(index) else { return }
      lists.insert(lists.remove(at: from), at: index)
    }
  }

  private func place(_ reorder: @escaping @Sendable (inout [SavedCalculation]) -> Void) async throws(StorageError) {
    let now = objects.clock()
    try await objects.change(.saved) { all in
      let before = all.filter { !$0.isDeleted }.compactMap(SavedCalculation.init).inOrder
      var after = before
      reorder(&after)
      let places = ListPlaces.changed(from: before, to: after)
      return all.map { object in
        guard let place = places[object.id] else { return object }
        var moved = object
        moved.set(["place": place.fraction], now: now)
        return moved
      }
    }
  }

  public func rename(_ id: PersonObject.ID, title: String) async throws(StorageError) {
    try await edit(id) { $0.set(["title": title], now: $1) }
  }

  /// Can be taken back with `restore`.
  public func delete(_ id: PersonObject.ID) async throws(StorageError) {
    try await edit(id) { $0.delete(now: $1) }
  }

  public func restore(_ id: PersonObject.ID) async throws(StorageError) {
    try await edit(id) { $0.restore(now: $1) }
  }

  private func edit(
    _ id: PersonObject.ID, _ change: @escaping @Sendable (inout PersonObject, Timestamp) -> Void
  ) async throws(StorageError) {
    let now = objects.clock()
    try await objects.change(id, .saved) { object in
      guard var object else { return nil }
      change(&object, now)
      return object
    }
  }
}

extension PersonObjects {
  /// The lines of a list as they were stored; nil if there is none that can be read.
  func savedLines(of id: PersonObject.ID) async throws(StorageError) -> [RecordedLine]? {
    try await database.object(id, of: member).flatMap(SavedCalculation.init)?.record.lines
  }

  fileprivate func savedCalculations() async throws(StorageError) -> [SavedCalculation] {
    try await objects(.saved).compactMap(SavedCalculation.init).inOrder
  }
}

extension SavedCalculation {
  /// Nil for one that cannot be read, such as a later Kurs's.
  init?(_ object: PersonObject) {
    guard let text = object["calculation"], let record = try? CalculationRecordItem.read(text) else { return nil }
    self.init(
      id: object.id, title: object["title"] ?? "", record: record,
      place: object["place"].flatMap { Rational(fraction: $0) })
  }
}

extension CalculationRecord {
  /// The text that is searched, in lower case: the calculation and the lines' notes.
  var searched: String { ([text] + lines.map(\.note)).joined(separator: "\n").lowercased() }
}
