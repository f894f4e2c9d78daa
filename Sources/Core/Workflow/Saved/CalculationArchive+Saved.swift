// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
public import KursStorage

extension CalculationArchive {
  /// Newest first; `search` is found in title and text, whatever the case.
  public func saved(search: String = "") async throws(StorageError) -> [SavedCalculation] {
    let sought = search.lowercased()
    return try await objects.savedCalculations()
      .filter { sought.isEmpty || $0.title.lowercased().contains(sought) || $0.record.searched.contains(sought) }
  }

  public func saved(_ id: PersonObject.ID) async throws(StorageError) -> SavedCalculation? {
    guard let object = try await objects.database.object(id, of: await objects.member), !object.isDeleted else {
      return nil
    }
    return SavedCalculation(object)
  }

  @discardableResult
  public func save(title: String, _ record: CalculationRecord) async throws(StorageError) -> PersonObject.ID {
    let (id, now) = (newID(), objects.clock())
    try await objects.change(id, .saved) { _ in
      var object = PersonObject(id: id, kind: .saved)
      object.set(["title": title, "calculation": CalculationRecordItem.text(of: record)], now: now)
      return object
    }
    return id
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
  /// Newest first.
  fileprivate func savedCalculations() async throws(StorageError) -> [SavedCalculation] {
    try await objects(.saved).compactMap(SavedCalculation.init)
      .sorted { ($1.record.kept, $1.id) < ($0.record.kept, $0.id) }
  }
}

extension SavedCalculation {
  /// Nil for one that cannot be read, such as a later Kurs's.
  init?(_ object: PersonObject) {
    guard let text = object["calculation"], let record = try? CalculationRecordItem.read(text) else { return nil }
    self.init(id: object.id, title: object["title"] ?? "", record: record)
  }
}

extension CalculationRecord {
  /// What a search looks at, in lower case: the text and the lines' notes.
  var searched: String { ([text] + lines.map(\.note)).joined(separator: "\n").lowercased() }
}
