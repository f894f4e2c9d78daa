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

  /// Reads the file off the main actor, because a disk may be slow.
  public func openFile(at path: String) async throws(ListFileFailure) {
    let read = await Task.detached { Result { () throws(ListFileFault) in try ListFile.text(of: path) } }.value
    let text: String
    do throws(ListFileFault) { text = try read.get() } catch { throw .fault(error) }
    try await openFile(text)
  }

  public func openFile(_ text: String) async throws(ListFileFailure) {
    guard ListFile.isOne(text) else { return send(.asked(text)) }
    let file: ListFile
    do throws(ListFileFault) { file = try ListFile(text, catalogue: catalogue, kept: objects.clock()) } catch {
      throw .fault(error)
    }
    guard !file.title.isEmpty else { return await open(file.record) }
    do throws(StorageError) {
      try await inOrder { () async throws(StorageError) in try await self.takeIn(file) }
    } catch { throw .storage(error) }
  }

  private func takeIn(_ file: ListFile) async throws(StorageError) {
    try await keepAllOfList()
    let lists = try await archive.saved()
    if let same = lists.first(where: { $0.title == file.title && $0.record.fingerprint == file.record.fingerprint }) {
      try await bring(same.id)
      return
    }
    let calculation = await archive.open(file.record)
    let record = await archive.record(
      calculation, result: file.record.result, targets: file.record.targets, fee: file.record.fee,
      isRoundedToCash: file.record.isRoundedToCash, rates: machine.rates)
    try await bring(try await archive.save(title: lists.free(file.title), record))
    // Rates of its days may load later, and are saved then.
    kept?.rates = record.rates.count
  }
}
