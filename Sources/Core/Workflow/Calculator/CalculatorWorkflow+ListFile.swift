// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
public import KursStorage

public enum ListFileFailure: Error, Hashable, Sendable {
  case fault(ListFileFault)
  case storage(StorageError)
}

extension CalculatorWorkflow {
  /// Returns the open list as a file; nil while it has no line or an unreadable one.
  public func listFile() async -> ListFile? {
    let (list, title) = (machine.currentAmounts, state.list?.title ?? "")
    let isWhole = list.calculation.lines.allSatisfy { (try? $0.content.get()) != nil }
    guard isWhole, !list.calculation.lines.isEmpty else { return nil }
    return ListFile(title: title, record: await archive.record(list))
  }

  /// Reads the file off the main actor, because a disk may be slow. Returns whether another list gave way.
  @discardableResult
  public func openFile(at path: String) async throws(ListFileFailure) -> Bool {
    let read = await Task.detached { Result { () throws(ListFileFault) in try ListFile.text(of: path) } }.value
    let text: String
    do throws(ListFileFault) { text = try read.get() } catch { throw .fault(error) }
    return try await openFile(text)
  }

  /// Opens a list file as a saved list or as the unnamed one. Shows a preview of any other text.
  /// Returns whether it took the place of a list with a name or with several lines.
  @discardableResult
  public func openFile(_ text: String) async throws(ListFileFailure) -> Bool {
    let (list, lines) = (state.list, state.lines.map(\.text))
    var replaced: Bool { (list != nil || lines.count > 1) && (state.list != list || state.lines.map(\.text) != lines) }
    guard ListFile.isOne(text) else {
      send(.asked(text))
      return replaced
    }
    let file: ListFile
    do throws(ListFileFault) { file = try ListFile(text, catalogue: catalogue, kept: objects.clock()) } catch {
      throw .fault(error)
    }
    guard !file.title.isEmpty else {
      await open(file.record)
      return replaced
    }
    do throws(StorageError) {
      try await inOrder { () async throws(StorageError) in try await self.takeIn(file) }
    } catch { throw .storage(error) }
    return replaced
  }

  private func takeIn(_ file: ListFile) async throws(StorageError) {
    try await keepAllOfList()
    let lists = try await archive.saved()
    if let same = lists.first(where: { $0.title == file.title && $0.record.fingerprint == file.record.fingerprint }) {
      try await bring(same.id)
      return
    }
    let calculation = await archive.open(file.record)
    var list = FinishedCalculation(
      calculation, result: file.record.result, targets: file.record.targets, rates: machine.book.source)
    (list.fee, list.roundsCash) = (file.record.fee, file.record.isRoundedToCash)
    let record = await archive.record(list)
    // Rates of its days may load later, and are saved then.
    try await bring(archive.save(title: lists.free(file.title), record), rates: record.rates.count)
  }
}
