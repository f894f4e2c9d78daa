// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
public import KursStorage

/// Which strategies are in use, as the settings say; what one kept goes with the consent to it.
public actor AnalyticsChoice {
  private struct Choice: Equatable {
    var logs: Bool
    var sends: Bool

    init(_ settings: Settings) {
      logs = settings.logsStatistics
      sends = settings.sendsStatistics
    }
  }

  public nonisolated let analytics: Analytics
  public nonisolated let upload: AnalyticsUpload
  private let log: AnalyticsLog
  private var heard: Choice?

  public init(analytics: Analytics, log: AnalyticsLog, upload: AnalyticsUpload) {
    self.analytics = analytics
    self.log = log
    self.upload = upload
  }

  /// Deletes what an earlier consent allowed and the settings no longer do, before anything is sent; nobody listens
  /// yet.
  func withdraw(by settings: Settings) async {
    // A failed deletion is tried again when the settings are next read; until then it waits for a network as before.
    if !settings.logsStatistics { try? await log.withdraw() }
    if !settings.sendsStatistics { try? await upload.withdraw() }
  }

  /// Puts in use what is agreed to, and takes out, with all it kept, what is not.
  ///
  /// `isStaying`: whether the program runs on, so that what waits is sent in its time.
  func hear(_ settings: Settings, isStaying: Bool = true) async {
    let choice = Choice(settings)
    guard choice != heard else { return }
    let isFirst = heard == nil
    heard = choice
    await analytics.use((choice.logs ? [log as any AnalyticsStrategy] : []) + (choice.sends ? [upload] : []))  // guards R02: choice.sends => true
    if choice.sends, isStaying { await upload.start() }
    if !choice.sends { await upload.end() }
    if !isFirst { await withdraw(by: settings) }  // guards R02
    analytics.announce()
  }

  /// Forgets the log and what waits, whatever is agreed to.
  public func clear() async throws(StorageError) {
    await analytics.settle()
    try await log.withdraw()
    try await upload.withdraw()
    analytics.announce()
  }

  /// Ends waiting; what was named so far is on the disk.
  func end() async {
    await analytics.settle()
    await upload.end()
  }
}
