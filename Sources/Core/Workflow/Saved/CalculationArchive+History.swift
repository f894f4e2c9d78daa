// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
public import KursStorage

/// One finished calculation of the history.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  public let id: Int64
  public internal(set) var record: CalculationRecord
}

/// Removed entries of the history, for undo.
public struct RemovedHistory: Hashable, Sendable {
  let rows: [HistoryRow]
  let member: MemberID

  public var count: Int { rows.count }
}

extension CalculationArchive {
  /// Puts a finished calculation on top; the same one again only moves up. One without a line is none.
  public func keepInHistory(_ record: CalculationRecord) async throws(StorageError) {
    guard !record.lines.isEmpty else { return }
    try await objects.database.keepInHistory(
      CalculationRecordItem.text(of: record), fingerprint: record.fingerprint.text, folded: record.searched,
      of: await objects.member)
    await objects.announce([.history])
  }

  /// Newest first; `search` is found anywhere in the text, whatever the case.
  public func history(search: String = "") async throws(StorageError) -> [HistoryEntry] {
    inOwnForm(try await objects.history(search: search.lowercased()), \.record)
  }

  public func historyEntry(_ id: Int64) async throws(StorageError) -> HistoryEntry? {
    let row = try await objects.database.historyRow(id, of: await objects.member)
    return inOwnForm([row.flatMap(HistoryEntry.init)].compactMap { $0 }, \.record).first
  }

  /// Takes one out, or all for nil; `restore` takes that back.
  public func removeHistory(_ id: Int64?) async throws(StorageError) -> RemovedHistory {
    let member = await objects.member
    let rows = try await objects.database.removeHistory(id, of: member)
    await objects.announce([.history])
    return RemovedHistory(rows: rows, member: member)
  }

  public func restore(_ removed: RemovedHistory) async throws(StorageError) {
    try await objects.database.restoreHistory(removed.rows, of: removed.member)
    await objects.announce([.history])
  }
}

extension PersonObjects {
  /// The lines of all finished calculations.
  func historyLines() async throws(StorageError) -> [RecordedLine] {
    try await history(search: "").flatMap(\.record.lines)
  }

  /// Newest first; those that a later Kurs wrote in another form are passed over.
  fileprivate func history(search: String) async throws(StorageError) -> [HistoryEntry] {
    try await database.history(of: member, search: search).compactMap(HistoryEntry.init)
  }
}

extension HistoryEntry {
  init?(_ row: HistoryRow) {
    guard let record = try? CalculationRecordItem.read(row.record) else { return nil }
    self.init(id: row.id, record: record)
  }
}
