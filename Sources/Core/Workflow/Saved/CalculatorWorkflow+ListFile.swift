// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
public import KursStorage

/// Why the list of a file did not come to hand.
public enum ListFileFailure: Error, Hashable, Sendable {
  case fault(ListFileFault)
  case storage(StorageError)
}

extension CalculatorWorkflow {
  /// The list at hand as a file of its own; nil while it has no line, or one that cannot be read.
  public func listFile() async -> ListFile? {
    let (list, title) = (machine.openList, state.list?.title ?? "")
    let isWhole = list.calculation.lines.allSatisfy { (try? $0.content.get()) != nil }
    guard isWhole, !list.calculation.lines.isEmpty else { return nil }
    return ListFile(title: title, record: await archive.record(list))
  }

  /// Opens the list in a file. It is read beside the main actor, since a disk may be slow.
  public func openFile(at path: String) async throws(ListFileFailure) {
    let read = await Task.detached { Result { () throws(ListFileFault) in try ListFile.text(of: path) } }.value
    let text: String
    do throws(ListFileFault) { text = try read.get() } catch { throw .fault(error) }
    try await openFile(text)
  }

  /// A list that was saved comes to hand, under its name or as the one without a name; any other text is asked for.
  ///
  /// One that is among the person's lists just so is that list; another of the same name keeps what it has.
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
    // Rates of its days that come later are kept with it.
    kept?.rates = record.rates.count
  }
}
