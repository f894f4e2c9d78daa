// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

// Sending: one command after the other.
extension OfflineQueue {
  /// Sends what is due; nothing where another program is sending.
  func drain() async -> FlushReport {
    var report = FlushReport()
    nextTry = nil
    do throws(StorageError) {
      guard let lease = try storage.queueLease() else {
        report.isBusyElsewhere = true
        if !(try await storage.queueHeads()).isEmpty { wake(at: surroundings.clock() + policy.leaseWait) }
        return report
      }
      defer { lease.end() }
      try await drain(into: &report)
    } catch {
      report.fault = error
    }
    return report
  }

  private func drain(into report: inout FlushReport) async throws(StorageError) {
    // The clock may have been wrong when something was set aside as too old.
    try await storage.returnExpired(enqueuedFrom: surroundings.clock() + -policy.maximumAge)
    while !isClosed {
      let now = surroundings.clock()
      switch machine.next(try await storage.queueHeads(), at: now) {
      case .rest: return
      case .wait(let until): return wake(at: until)
      case .setAside(let id, let reason):
        try await storage.setAsideQueued(id, reason)
        report.setAside += 1
      case .send(let id):
        guard try await send(id, &report) else { return }
      }
      await publish()
    }
  }

  /// False where the sending was broken off.
  private func send(_ id: QueuedCommand.ID, _ report: inout FlushReport) async throws(StorageError) -> Bool {
    let removals = removals
    guard let (command, isIntact) = try await storage.queued(id), removals == self.removals else { return true }
    guard isIntact else {  // guards Q22
      try await storage.setAsideQueued(id, .damaged)
      report.setAside += 1
      return true
    }
    let consequence: QueueMachine.Consequence
    switch await transfer(command) {
    case .success: consequence = machine.delivered()
    case .failure(let error):
      consequence = machine.failed(command, error, at: surroundings.clock())
      if error != .cancelled {
        let isSetAside = if case .setAside = consequence { true } else { false }
        await surroundings.note(.queueFailed(command, error, isSetAside: isSetAside, at: surroundings.clock()))
      }
    }
    switch consequence {
    case .remove:
      try await storage.removeDelivered(command)
      report.delivered += 1
    case .keep(let history):
      if history == command.history { return try await storage.queued(id) == nil }
      try await storage.noteTry(of: id, history)
      report.failed += 1
    case .setAside(let history, let reason):
      try await storage.noteTry(of: id, history)
      try await storage.setAsideQueued(id, reason)
      report.setAside += 1
    }
    return true
  }

  private func transfer(_ command: QueuedCommand) async -> Result<Void, APIError> {
    let task = Task { [sender] () -> Result<Void, APIError> in
      do throws(APIError) {
        try await sender(command)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    flight = (command.id, task)
    await publish()
    let result = await task.value
    flight = nil
    return result
  }
}
