// SPDX-License-Identifier: GPL-3.0-or-later
public import KursStorage

// Removing commands unsent: taken back, or wiped with their member or consent.
extension OfflineQueue {
  /// Takes a command back, whatever its state; one on its way is broken off, and may have arrived.
  @discardableResult
  public func cancel(_ id: QueuedCommand.ID) async throws(StorageError) -> Bool {
    if flight?.id == id { flight?.task.cancel() }
    let existed = try await removing { storage throws(StorageError) in try await storage.removeQueued(id) }
    start()
    return existed
  }

  /// Removes all that a member left; returns how many. Nothing of theirs is sent once it returns.
  @discardableResult
  public func wipe(_ member: String) async throws(StorageError) -> Int {
    try await removing { storage throws(StorageError) in try await storage.wipeQueue(of: member) }  // guards Q18: storage.wipeQueue(of: member) => 0
  }

  /// Removes all of a resource, for a consent that was withdrawn; returns how many.
  @discardableResult
  public func drop(resource: String) async throws(StorageError) -> Int {
    try await removing { storage throws(StorageError) in try await storage.removeQueued(resource: resource) }
  }

  /// Removes rows; a command among them that is on its way has ended when this returns.
  private func removing<T: Sendable>(
    _ body: (PersonDatabase) async throws(StorageError) -> T
  ) async throws(StorageError) -> T {
    removals += 1
    let result = try await body(storage)
    removals += 1
    if let flight, try await storage.queued(flight.id) == nil {
      flight.task.cancel()
      _ = await flight.task.value
    }
    await publish()
    return result
  }
}
