// SPDX-License-Identifier: GPL-3.0-or-later
public import KursLocalCache
import KursModel

/// All that goes with an account, as one: signing in, the sync, the offline queue, reports and pictures.
///
/// Made by the composition root, once for each run of a program; asks nothing until it is started.
public actor AccountServices {
  public nonisolated let account: AccountWorkflow
  /// What the person in front of the program has; the sync keeps it the same on all their machines.
  public nonisolated let objects: PersonObjects
  public nonisolated let sync: SyncWorkflow
  public nonisolated let queue: OfflineQueue
  public nonisolated let images: ImageCache
  /// The same, ready to be shown.
  public nonisolated let pictures: DecodedImages
  /// What the person has, to a file and back.
  public nonisolated let backup: BackupWorkflow
  private let reports: ValidationReports
  private let consent: ReportConsent
  private let settings: SettingsWorkflow
  private var starting: Task<Void, Never>?
  private var following: [Task<Void, Never>] = []
  private var sender: String?

  /// `consent`: where the terms of `reports` are read from.
  public init(
    account: AccountWorkflow, objects: PersonObjects, queue: OfflineQueue, images: ImageCache,
    pictures: DecodedImages, backup: BackupWorkflow, reports: ValidationReports, consent: ReportConsent,
    settings: SettingsWorkflow
  ) async {
    self.account = account
    self.objects = objects
    self.queue = queue
    self.images = images
    self.pictures = pictures
    self.backup = backup
    self.reports = reports
    self.consent = consent
    self.settings = settings
    sync = account.sync(of: objects)
    await account.wipeToo([
      MemberData(name: "queue") { _ = try await queue.wipe($0.text) },
      MemberData(name: "images") {
        await pictures.wipe($0.text)
        try await images.wipe($0.text)
      },
    ])
  }

  /// Finds out who is signed in and follows that, the settings and the network from then on; at most once.
  ///
  /// `network`: whether there is one, now and at each change; asked for where this is the first start.
  public func start(network: @Sendable () -> AsyncStream<Bool>) async {
    if let starting { return await starting.value }
    let network = network()
    let task = Task { await follow(network) }
    starting = task
    await task.value
  }

  /// What waits is sent once, for programs that then end; of the member too who is signed in by now.
  public func flushQueue() async -> FlushReport {
    await heed(await settings.values)
    let state = await account.state
    return await queue.flushNow(as: state.sender)
  }

  /// Ends all waiting and sending; returns when nothing is being written or deleted any more.
  public func end() async {
    await starting?.value
    for task in following { task.cancel() }
    for task in following { await task.value }
    following = []
    await sync.end()
    await queue.close()
    await account.settle()
    await account.close()
  }
}

extension AccountServices {
  private func follow(_ network: AsyncStream<Bool>) async {
    // Before anything is sent: consent may have ended while Kurs was not running.
    await heed(await settings.values)
    await account.start()
    let (states, changes) = (await account.states(), await settings.changes())
    let (relayed, relay) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    await queue.follow(relayed)
    following = [
      Task { for await settings in changes { await heed(settings) } },
      Task { for await state in states { await heed(state) } },
      Task { [sync, account] in await sync.follow(account) },
      Task { [sync, account] in
        var wasOnline: Bool?
        for await isOnline in network where isOnline != wasOnline {
          relay.yield(isOnline)
          await account.networkChanged(isOnline: isOnline)
          if isOnline, wasOnline == false { await sync.ask() }
          wasOnline = isOnline
        }
        relay.finish()
      },
    ]
  }

  private func heed(_ settings: Settings) async {
    // Reports that cannot be taken back now are when the settings are next read; they wait for a network as before.
    if consent.heard(settings) { try? await reports.withdraw() }
  }

  private func heed(_ state: AccountState) async {
    consent.heard(state.member)
    guard state.sender != sender else { return }
    sender = state.sender
    await queue.memberChanged(sender)
  }
}

extension AccountState {
  /// Whose commands the offline queue may send.
  fileprivate var sender: String? { phase == .signedIn ? member?.id.text : nil }
}
