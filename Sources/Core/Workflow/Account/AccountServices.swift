// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
public import KursLocalCache
public import KursModel
public import KursStorage

/// Holds all services that work with an account. Creating them sends no request.
public actor AccountServices {
  public nonisolated let account: AccountWorkflow
  public nonisolated let objects: UserObjects
  public nonisolated let sync: SyncWorkflow
  public nonisolated let queue: OfflineQueue
  public nonisolated let images: ImageCache
  public nonisolated let pictures: DecodedImages
  public nonisolated let statistics: AnalyticsChoice
  public nonisolated var outgoing: OutgoingDocuments { OutgoingDocuments(queue: queue, statistics: statistics) }
  public nonisolated let backup: BackupWorkflow
  private let reports: ValidationReports
  private let consent: ReportConsent
  private let settings: SettingsWorkflow
  private let rates: RatesWorkflow
  private var starting: Task<Void, Never>?
  private var following: [Task<Void, Never>] = []
  private var sender: String?

  /// Creates the services. `consent`: the user's consent to sending `reports`.
  public init(
    account: AccountWorkflow, objects: UserObjects, queue: OfflineQueue, images: ImageCache,
    pictures: DecodedImages, backup: BackupWorkflow, reports: ValidationReports, consent: ReportConsent,
    statistics: AnalyticsChoice, settings: SettingsWorkflow, rates: RatesWorkflow
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
    self.rates = rates
    sync = AccountSync.workflow(of: objects, through: account)
    await account.wait(in: queue)
    await account.addMemberData([
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

  /// Finds the signed-in member, then follows changes of account, settings and network. A second call waits for the
  /// first call. `network`: yields whether the computer is online. `files`: yields after changes in the data folder.
  public func start(
    network: @Sendable () -> AsyncStream<Bool>,
    files: @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
  ) async {
    if let starting { return await starting.value }
    let (network, files) = (network(), files())
    let task = Task { await follow(network, files) }
    starting = task
    await task.value
  }

  public func applySettings() async {
    let settings = await settings.values
    await apply(settings)
    await showTeam(of: await account.state)
    consent.update(await account.state)
    await statistics.withdraw(by: settings)
    await statistics.settingsChanged(settings, isStaying: false)
  }

  public func windowActivated() async {
    guard starting != nil else { return }
    if await account.state.phase == .locked { await account.keyringChanged() }
    await sync.windowActivated()
  }

  /// Sends the queued requests once. A program that runs only briefly must call this function before it ends.
  public func flushQueue() async -> FlushReport {
    await applySettings()
    await statistics.analytics.waitUntilDelivered()
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

  public func end() async {
    await starting?.value
    for task in following { task.cancel() }
    for task in following { await task.value }
    following = []
    await objects.leave()
    await sync.end()
    await statistics.end()
    await queue.close()
    await account.finishRemovals()
    await account.close()
  }

  private func followOtherPrograms() async {
    await rates.followOtherPrograms()
    guard await objects.database.wasChangedElsewhere() else { return }
    await account.followOtherPrograms()
    await objects.announce(UserChange.all)
  }

  private func follow(_ network: AsyncStream<Bool>, _ files: AsyncStream<Void>) async {
    // Consent may have ended while Kurs wasn't running, so it is checked before anything is sent.
    let values = await settings.values
    await apply(values)
    await statistics.withdraw(by: values)
    await objects.follow(settings)
    await account.start()
    // Statistics begin only now, because the signed-in member, who owns them, is known now.
    await statistics.settingsChanged(await settings.values)
    let (states, changes) = (await account.states(), await settings.changes())
    let (relayed, relay) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    await queue.follow(relayed)
    following = [
      Task { [weak self, statistics] in
        for await settings in changes {
          await self?.apply(settings)
          await statistics.settingsChanged(settings)
        }
      },
      Task { [weak self] in for await state in states { await self?.apply(state) } },
      Task { [weak self] in
        // Shows changes that other programs made during the start.
        await self?.followOtherPrograms()
        for await _ in files {
          await self?.followOtherPrograms()
          // Another program may write often, so the next check comes half a second later.
          try? await Task.sleep(for: .milliseconds(500))
        }
      },
      Task { [sync, account] in await AccountSync.keepRunning(sync, for: account) },
      Task { [queue, account] in
        var refused = RefusedChanges()
        for await state in await queue.states() {
          let changes = state.changes(of: await account.state.member?.id)
          if !refused.new(among: changes).isEmpty { await account.changeWithdrawn() }
        }
      },
      Task { [sync, account] in
        var wasOnline: Bool?
        for await isOnline in network where isOnline != wasOnline {
          relay.yield(isOnline)
          await account.networkChanged(isOnline: isOnline)
          if isOnline, wasOnline == false { await sync.requestSync() }
          wasOnline = isOnline
        }
        relay.finish()
      },
    ]
  }

  private func apply(_ settings: Settings) async {
    // Ignore a failed deletion of reports. The next start of Kurs tries again.
    if consent.update(settings) { try? await reports.withdraw() }
  }

  private func showTeam(of state: AccountState) async {
    // Request no team rates while a member signs out. The rates could arrive after the member's data was deleted.
    let member = state.phase == .signingOut ? nil : state.member
    let team = member.flatMap { Team(of: $0.id) }
    await settings.use(team, from: member.map { account.teamSource(of: $0.id) })
  }

  private func apply(_ state: AccountState) async {
    consent.update(state)
    await showTeam(of: state)
    guard state.sender != sender else { return }
    sender = state.sender
    await queue.memberChanged(sender)
  }

  public func recoveredCopies() async -> [RecoveredCopy] { (try? await objects.database.recovered.copies()) ?? [] }

  public func keepCopy(of member: MemberID) async throws(StorageError) {
    let kinds = try await objects.database.recovered.saveCopy(of: member)
    await objects.announce(kinds.map { .objects($0) } + [.history, .recentCurrencies])
  }

  public func discardCopy(of member: MemberID) async throws(StorageError) {
    try await objects.database.recovered.discardCopy(of: member)
  }

  public func deleteAccount(password: Secret?, keepingCopy: Bool) async throws(AccountCallFailure) {
    let member = await account.state.member
    try await account.deleteAccount(password: password)
    guard let member else { return }
    // If keeping or discarding the copy fails, it remains as recovered data, which the user can keep or delete.
    if keepingCopy { try? await keepCopy(of: member.id) } else { try? await discardCopy(of: member.id) }
  }

  /// Sends the current member's unsent changes once. Returns the number of changes that are still unsent.
  public func sendUnsent() async throws(StorageError) -> Int {
    guard let member = await account.state.member?.id else { return 0 }
    let count = try await objects.database.unsentCount(of: member)
    guard count > 0, await account.state.phase == .signedIn else { return count }
    if starting == nil { await sync.memberChanged(to: member) } else { await sync.requestSync() }
    _ = await sync.settled()
    if starting == nil { await sync.end() }
    return try await objects.database.unsentCount(of: member)
  }

  public func savedUnsent() async throws(StorageError) -> Int {
    guard let member = await account.state.member else { return 0 }
    return try await objects.database.recovered.savedUnsent(of: member.id)
  }

  public func adoptUnsent() async throws(StorageError) {
    guard let member = await account.state.member else { return }
    let kinds = try await objects.database.recovered.adoptUnsent(of: member.id)
    let earlier = try await objects.database.recovered.earlierMembers(of: member.id)
    for id in earlier { await account.forgetEarlier(id) }
    await objects.announce(kinds.map { .objects($0) } + (earlier.isEmpty ? [] : [.history, .recentCurrencies]))
    await sync.requestSync()
  }

  public func discardUnsent() async throws(StorageError) {
    guard let member = await account.state.member else { return }
    try await objects.database.recovered.discardUnsent(of: member.id)
    for id in try await objects.database.recovered.earlierMembers(of: member.id) { await account.forgetEarlier(id) }
  }

  public func waitingChanges() async -> [WaitingChange] {
    await queue.state().changes(of: await account.state.member?.id)
  }

  public func discard(_ change: WaitingChange) async throws(StorageError) {
    try await queue.cancel(change.id)
    if change.isOfUser { await account.changeWithdrawn() }
  }

  /// Returns a provider's icon as a square of at most `side` points with `scale` pixels each. Nil if unavailable.
  public func icon(_ request: IconPlan.Request, side: Int, scale: Int) async -> DecodedImage? {
    // A team's icon comes from the member's server, so the icon is deleted together with the member's data.
    let owner = request.provider.isTeam ? request.provider.name : ""
    return try? await pictures.image(request.address, member: owner, side: side, scale: scale).squared
  }

  public func picture(of member: Member, side: Int, scale: Int) async -> MemberPicture {
    guard let avatar = member.avatar else { return .none }
    // The URL contains the picture's digest, so the cache never returns an older picture.
    let address = "\(member.server)/api/v1/member/avatar/?picture=\(avatar)"
    do throws(ImageUnavailable) {
      return .shown(try await pictures.image(address, member: member.id.text, side: side, scale: scale))
    } catch {
      return .unavailable(PictureFault(error.reason))
    }
  }
}

extension AccountState {
  fileprivate var sender: String? { phase == .signedIn ? member?.id.text : nil }
}

enum AccountSync {
  static func workflow(of objects: UserObjects, through account: AccountWorkflow) -> SyncWorkflow {
    let environment = account.environment
    return SyncWorkflow(
      objects: objects, exchange: exchange(through: account),
      limits: { [weak account] member async throws(SyncFailure) in
        guard let account else { throw .signedOut }
        return try await account.limits(of: member)
      },
      sleep: { moment in
        let rest = max(0, moment.milliseconds - environment.clock().milliseconds)
        await environment.sleep(environment.uptime() + rest)
      }, jitter: environment.jitter,
      note: { await environment.note(.syncFailed($0, at: environment.clock())) })
  }

  /// Syncs while a member is signed in. Returns after `AccountWorkflow.close`.
  static func keepRunning(_ sync: SyncWorkflow, for account: AccountWorkflow) async {
    var last: (member: MemberID, canAsk: Bool)?
    for await state in await account.states() {
      let now = (member: state.member?.id ?? .withoutAccount, canAsk: state.phase == .signedIn)
      if let last, last == now { continue }
      last = now
      await sync.memberChanged(to: now.member, canAsk: now.canAsk)
    }
  }

  private static func exchange(through account: AccountWorkflow) -> SyncWorkflow.Exchange {
    { [weak account] member, request async throws(SyncFailure) in
      guard let account else { throw .signedOut }
      let answer: AccountClient.Answer
      do throws(AccountCallFailure) {
        answer = try await account.send(.sync(SyncDocument.body(of: request)), as: member)
      } catch {
        throw SyncFailure(error)
      }
      do throws(ItemError) { return try SyncDocument.read(answer.data) } catch { throw .malformed(error) }
    }
  }
}

extension SyncFailure {
  init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.signedOut): self = .signedOut
    case .refused(409, "since-ahead", _): self = .serverIsBehind
    case .refused(422, "clock-ahead", _): self = .clockIsAhead
    case .refused(413, "quota-full", _): self = .quotaFull
    case .refused(413, _, _), .api(.status(413)): self = .tooLarge
    case .refused(let status, let reason, _) where status != 429 && status < 500:
      self = .refused(status: status, reason: reason)
    case .api(let error) where !error.isPassing && error != .cancelled: self = .api(error)
    case .auth, .refused, .api: self = .unavailable(retryAfter: failure.retryAfter)
    }
  }
}
