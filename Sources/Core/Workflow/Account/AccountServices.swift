// SPDX-License-Identifier: GPL-3.0-or-later

public import KursLocalCache
public import KursModel
public import KursStorage

/// All that goes with an account, as one: signing in, the sync, the offline queue, reports and pictures.
///
/// Made by the composition root, once for each run of a program; asks nothing until it is started.
public actor AccountServices {
  public nonisolated let account: AccountWorkflow
  /// The person's objects; the sync keeps them the same on all their machines.
  public nonisolated let objects: UserObjects
  public nonisolated let sync: SyncWorkflow
  public nonisolated let queue: OfflineQueue
  public nonisolated let images: ImageCache
  /// The same, ready to be shown.
  public nonisolated let pictures: DecodedImages
  public nonisolated let statistics: AnalyticsChoice
  /// Documents that wait to be sent with the person's consent.
  public nonisolated var outgoing: OutgoingDocuments { OutgoingDocuments(queue: queue, statistics: statistics) }
  /// Exports and imports the person's data.
  public nonisolated let backup: BackupWorkflow
  private let reports: ValidationReports
  private let consent: ReportConsent
  private let settings: SettingsWorkflow
  private var starting: Task<Void, Never>?
  private var following: [Task<Void, Never>] = []
  private var sender: String?

  /// `consent`: where the terms of `reports` are read from.
  public init(
    account: AccountWorkflow, objects: UserObjects, queue: OfflineQueue, images: ImageCache,
    pictures: DecodedImages, backup: BackupWorkflow, reports: ValidationReports, consent: ReportConsent,
    statistics: AnalyticsChoice, settings: SettingsWorkflow
  ) async {
    self.account = account
    self.objects = objects
    self.queue = queue
    self.images = images
    self.pictures = pictures
    self.backup = backup
    self.reports = reports
    self.consent = consent
    self.statistics = statistics
    self.settings = settings
    sync = account.sync(of: objects)
    await account.wait(in: queue)
    await account.wipeToo([
      MemberData(name: "team-rates") { [settings] in try await settings.wipeTeam(of: $0) },
      MemberData(name: "queue") { _ = try await queue.wipe($0.text) },
      MemberData(name: "images") {
        for owner in [$0.text] + [Team(of: $0)?.id.name].compactMap(\.self) {
          await pictures.wipe(owner)
          try await images.wipe(owner)
        }
      },
      MemberData(name: "analytics") { _ in try await statistics.upload.renewInstallation() },
    ])
  }

  deinit { for task in following { task.cancel() } }

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

  /// Does as the settings and the account say at this moment, for programs that then end: nothing is followed.
  public func applySettings() async {
    let settings = await settings.values
    await apply(settings)
    await showTeam(of: await account.state)
    consent.heard(await account.state)
    await statistics.withdraw(by: settings)
    await statistics.hear(settings, isStaying: false)
  }

  /// A window came to the front: looks whether the keyring is open by now, and what other machines have changed.
  public func attended() async {
    guard starting != nil else { return }
    if await account.state.phase == .locked { await account.keyringChanged() }
    await sync.attended()
  }

  /// Sends the queue once, for programs that then end; also the commands of the member who is signed in by now.
  public func flushQueue() async -> FlushReport {
    await applySettings()
    await statistics.analytics.settle()
    let state = await account.state
    _ = await statistics.upload.queueNow()
    var report = await queue.flushNow(as: state.sender)
    while await statistics.upload.queueNow() {
      let more = await queue.flushNow(as: state.sender)
      report.add(more)
      guard more.delivered > 0 else { break }
    }
    return report
  }

  /// Ends all waiting and sending; returns when nothing is being written or deleted any more.
  public func end() async {
    await starting?.value
    for task in following { task.cancel() }
    for task in following { await task.value }
    following = []
    await objects.leave()
    await sync.end()
    await statistics.end()
    await queue.close()
    await account.settle()
    await account.close()
  }
}

extension AccountServices {
  private func follow(_ network: AsyncStream<Bool>) async {
    // Before anything is sent: consent may have ended while Kurs was not running.
    let values = await settings.values
    await apply(values)
    await statistics.withdraw(by: values)
    await objects.follow(settings)
    await account.start()
    // Only now is it known whose events they are.
    await statistics.hear(await settings.values)
    let (states, changes) = (await account.states(), await settings.changes())
    let (relayed, relay) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    await queue.follow(relayed)
    following = [
      Task { [weak self, statistics] in
        for await settings in changes {
          await self?.apply(settings)
          await statistics.hear(settings)
        }
      },
      Task { [weak self] in for await state in states { await self?.apply(state) } },
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

  private func apply(_ settings: Settings) async {
    // Reports that cannot be taken back now are when the settings are next read; they wait for a network as before.
    if consent.heard(settings) { try? await reports.withdraw() }
  }

  /// The team rates of whoever's data shows are one more provider; they are fetched as that member.
  private func showTeam(of state: AccountState) async {
    // A member who is leaving gets nothing more: it would come after the wipe.
    let member = state.phase == .signingOut ? nil : state.member
    let team = member.flatMap { Team(of: $0.id) }
    await settings.use(team, from: member.map { account.teamSource(of: $0.id) })
  }

  private func apply(_ state: AccountState) async {
    consent.heard(state)
    await showTeam(of: state)
    guard state.sender != sender else { return }
    sender = state.sender
    await queue.memberChanged(sender)
  }
}

extension AccountState {
  /// The member whose commands the offline queue may send.
  fileprivate var sender: String? { phase == .signedIn ? member?.id.text : nil }
}

// A member's data after the account or session ended: it waits for the person's decision.
extension AccountServices {
  /// How many things wait.
  public func recoveredCopies() async -> Int { (try? await objects.database.recoveredCopies()) ?? 0 }

  /// Keeps them on this computer, without an account.
  public func keepCopies() async throws(StorageError) {
    let kinds = try await objects.database.saveRecoveredCopies()
    await objects.announce(kinds.map { .objects($0) } + [.history, .recentCurrencies])
  }

  /// Deletes them for good.
  public func discardCopies() async throws(StorageError) { try await objects.database.discardRecoveredCopies() }

  /// Deletes the account at the server; what it had here stays without it, or goes as well.
  public func deleteAccount(password: Secret?, keepingCopy: Bool) async throws(AccountCallFailure) {
    try await account.deleteAccount(password: password)
    // Where this fails it stays aside, and is offered.
    if keepingCopy { try? await keepCopies() } else { try? await discardCopies() }
  }
}

// Unsent changes of a member whom the server signed out.
extension AccountServices {
  /// How many changes of whoever's data shows wait for the person's word.
  public func keptUnsent() async -> Int {
    guard let member = await account.state.member else { return 0 }
    return (try? await objects.database.keptUnsent(of: member.id)) ?? 0
  }

  /// Makes them the member's again; they are sent with the next sync.
  public func adoptUnsent() async throws(StorageError) {
    guard let member = await account.state.member else { return }
    let kinds = try await objects.database.adoptUnsent(of: member.id)
    await objects.announce(kinds.map { .objects($0) })
    await sync.ask()
  }

  /// Deletes them for good.
  public func discardUnsent() async throws(StorageError) {
    guard let member = await account.state.member else { return }
    try await objects.database.discardUnsent(of: member.id)
  }
}

extension AccountServices {
  /// A provider's mark, square, of no more than `side` points on a screen of `scale` pixels a point.
  ///
  /// Nil where it cannot be had, or not now; asked for without saying who asks.
  public func mark(_ wish: IconPlan.Wish, side: Int, scale: Int) async -> DecodedImage? {
    // A team's names the server of its member: it goes with them. All others are everybody's.
    let owner = wish.provider.isTeam ? wish.provider.name : ""
    return try? await pictures.image(wish.address, member: owner, side: side, scale: scale).squared
  }
}
