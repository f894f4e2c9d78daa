// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

// When it sends: at once, when the network or a member is back, or at the time of the next try.
extension OfflineQueue {
  /// Sends all that is due now and returns when nothing more is.
  @discardableResult
  public func flush() async -> FlushReport {
    // A running pass may have read the queue for the last time already.
    _ = await flushing?.value
    return await (flushing ?? begin()).value
  }

  /// As `flush`, but also retries at once what failed without a network, because the person asked for it.
  public func flushNow() async -> FlushReport {
    machine.networkChanged(isOnline: true)
    return await flush()
  }

  /// As `flushNow`, for a program that sends once and ends: sends commands without a member and those of the member who
  /// is signed in.
  public func flushNow(as member: String?) async -> FlushReport {
    machine.memberChanged(member)
    return await flushNow()
  }

  /// Hears of the network until the stream ends; each time it returns, what waits is sent.
  public func follow(_ network: AsyncStream<Bool>) {
    following?.cancel()
    following = Task { [weak self] in
      for await isOnline in network { await self?.networkChanged(isOnline) }
    }
  }

  /// Something was put on the disk beside `enqueue`, with what had to be written at the same time.
  public func wake() async {
    await publish()
    start()
  }

  /// Another member signed in, or nobody is: commands of others wait for theirs.
  public func memberChanged(_ member: String?) {
    machine.memberChanged(member)
    start()
  }

  private func networkChanged(_ isOnline: Bool) {
    machine.networkChanged(isOnline: isOnline)
    if isOnline { start() } else { waking?.cancel() }
  }

  /// Starts a sending, or has the one under way look once more; not more often than the policy has it.
  func start() {
    guard !isClosed else { return }
    if flushing != nil { return isAskedAgain = true }
    if let later = machine.startAsked(at: surroundings.clock()) { return wake(at: later) }
    _ = begin()
  }

  private func begin() -> Task<FlushReport, Never> {
    waking?.cancel()
    let task = Task {
      let report = await drain()
      flushing = nil
      if isAskedAgain {
        isAskedAgain = false
        start()
      }
      await publish()
      return report
    }
    flushing = task
    return task
  }

  func wake(at time: Timestamp) {
    nextTry = time
    waking?.cancel()
    let pause = max(0, time.milliseconds - surroundings.clock().milliseconds)
    waking = Task { [weak self, sleep = surroundings.sleep] in
      do { try await sleep(.milliseconds(pause)) } catch { return }
      guard !Task.isCancelled else { return }
      await self?.start()
    }
  }
}
