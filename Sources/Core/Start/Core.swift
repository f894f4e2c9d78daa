// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
import JSONSchema
public import KursAPI
public import KursItems
public import KursLocalCache
public import KursModel
import KursNetwork
public import KursStorage
import KursValidation
public import KursWorkflow
import Synchronization

public struct Core: Sendable {
  public let rates: RatesWorkflow
  public let settings: SettingsWorkflow
  public let keys: ProviderKeys
  public let reading: SettingsReading
  public let caches: SettingsCaches
  public let store: any SettingsStore
  let environment: CoreEnvironment
  let networkSwitch: NetworkSwitch
  /// Receives the events of the workflows. Nothing observes the events until the account services start.
  let analytics: Analytics
  public var track: Track { { [analytics] in analytics.track($0) } }
  /// Receives refused responses. Nothing observes the responses until `validationReports` is called.
  let refusals = RefusedAnswerRelay()
  public let log: ActivityLog
  let images: ImageDatabase
  public let bundle: BundledHistory
  public let catalogue: CurrencyCatalogue
  private let database: RatesDatabase
  let damage = DamageRelay()

  /// Creates the core. Reads the catalogue and the settings, but opens no database and uses no network.
  public init(_ environment: CoreEnvironment) throws(StartFailure) {
    let resources = environment.resources
    do {
      catalogue = try CurrencyFiles.catalogue(
        currencies: try resources.bytes(of: "currencies/iso-4217.json"),
        fixedRates: try resources.bytes(of: "currencies/fixed-rates.json"),
        redenominations: try resources.bytes(of: "currencies/redenominations.json"))
    } catch let failure as StartFailure {
      throw failure
    } catch {
      throw .dataDamaged(name: "currencies")
    }
    self.environment = environment
    let analytics = Analytics(clock: environment.clock) { UUID().uuidString.lowercased() }
    self.analytics = analytics
    database = RatesDatabase(
      whenAsked: "\(environment.dataFolder)/rates.sqlite",
      recovery: FileRecovery(clock: environment.clock, report: damage.report)
    ) { recovered, saveError in
      if let recovered { environment.noteRecoveredFile(recovered) }
      if let saveError { environment.noteSaveError(saveError) }
    }
    log = ActivityLog(path: "\(environment.dataFolder)/log.txt")
    bundle = BundledHistory(provider: .ecb, path: try resources.path(of: "rates/eurofxref-hist.zip"))
    let file: SettingsFile? = environment.settingsFile.map { SettingsFile(path: $0, clock: environment.clock) }
    store = file ?? UnsavedSettings() as any SettingsStore
    reading = file?.read() ?? SettingsReading()
    let chosen = reading.settings
    networkSwitch = NetworkSwitch(isOn: !chosen.isOffline)
    let series = SeriesFolder("\(environment.dataFolder)/series")
    let own = chosen.providers.filter { id in !id.isTeam && !ProviderDefinition.all.contains { $0.provider.id == id } }
    let (ownSeries, damagedSeries) = series.read(chosen: own)
    let descriptions = ProviderFolder("\(environment.dataFolder)/providers")
    let (described, damagedDescriptions) = descriptions.read(chosen: own)
    let directory = ProviderDefinition.all + ownSeries.map(ProviderDefinition.series) + described
    let damaged = damagedSeries.union(damagedDescriptions).subtracting(directory.map(\.provider.id))
    rates = RatesWorkflow(
      database: database, catalogue: catalogue, items: directory,
      client: Self.client(environment, networkSwitch, Self.listener(environment, refusals)), bundle: bundle,
      order: chosen.providers, isStrict: chosen.isStrict, side: chosen.side, maxAge: chosen.maxAge,
      refusals: refusals, log: log, series: series, damagedSeries: damaged,
      descriptions: descriptions, clock: environment.clock)
    keys = ProviderKeys(environment.secrets)
    images = ImageDatabase(path: "\(environment.cacheFolder)/images.sqlite")
    caches = Self.caches(environment, networkSwitch, database, images, log)
    settings = SettingsWorkflow(
      reading, store: store, rates: rates, keys: keys, directory: directory,
      caches: caches, track: { analytics.track($0) },
      clock: environment.clock)
    // The closure holds the importer weakly. Otherwise the database would keep itself open through this closure.
    damage.attach { [weak importer = rates.importer, note = environment.noteRecoveredFile] recovered in
      note(recovered)
      Task { await importer?.rebuild(after: recovered) }
    }
  }

  public func openRates() throws(StartFailure) {
    do { try database.open() } catch { throw .storage(error) }
  }

  public var recoveredFile: QuarantinedFile? { database.recoveredFile }

  public var saveError: StorageError? { database.saveError }

  public func startRefreshing(after delay: Duration) async -> RatesRefresher {
    let refresher = RatesRefresher(
      rates: rates, keys: keys, settings: reading.settings, seed: environment.seed, clock: environment.clock)
    await settings.follow(refresher)
    await refresher.start(after: delay, following: await settings.changes())
    return refresher
  }

  public func openUser() throws(StartFailure) -> UserDatabase {
    do {
      let user = try UserDatabase(
        path: userFile, recovery: FileRecovery(clock: environment.clock, report: damage.report))
      if let saveError = user.saveError { environment.noteSaveError(saveError) }
      return user
    } catch {
      throw .storage(error)
    }
  }

  public func bankProfiles() -> [BankProfile] {
    environment.resources.texts(in: "banks", ending: ".txt").compactMap { BankProfile($0) }
  }

  public var userFile: String { "\(environment.dataFolder)/person.sqlite" }

  /// Returns a function whose first call creates network, cache and schemas. `listener` receives refused responses.
  static func client(
    _ environment: CoreEnvironment, _ networkSwitch: NetworkSwitch, _ listener: RefusalListener? = nil
  ) -> @Sendable () -> APIClient {
    let (transport, resources) = (environment.transport, environment.resources)
    let client = Once {
      let schemas = SchemaStore { name in resources.schema(name) }
      return APIClient(
        transport: SwitchedTransport(transport(), by: networkSwitch), validator: ResponseValidator(schemas),
        refusals: listener)
    }
    return { client.value }
  }

  static func listener(_ environment: CoreEnvironment, _ relay: RefusedAnswerRelay) -> RefusalListener {
    RefusalListener(clock: { [clock = environment.clock] in clock().milliseconds }) { [weak relay] in
      await relay?.report($0)
    }
  }

  private static func caches(
    _ environment: CoreEnvironment, _ networkSwitch: NetworkSwitch, _ database: RatesDatabase, _ images: ImageDatabase,
    _ log: ActivityLog
  ) -> SettingsCaches {
    let network = environment.network
    network?.onCacheFault { [clock = environment.clock] fault in
      Task { await log.note(.cacheRests(fault, at: clock())) }
    }
    return SettingsCaches(
      usage: {
        var usage: [CacheKind: Int] = [:]
        usage[.network] = await network?.usage()
        usage[.documents] = try? await database.bodyBytes()
        usage[.images] = try? await images.usage().bytes
        return usage
      },
      clear: { kind in
        switch kind {
        case .network: await network?.clear()
        case .documents: _ = try? await database.dropBodies()
        case .images: try? await images.clear()
        }
      },
      switchNetwork: { networkSwitch.isOn = $0 },
      apply: { await network?.resize($0.cacheSizes) },
      log: { await log.lines(newest: 200) })
  }

  /// Creates the workflow, which does nothing until it starts.
  public func account(_ user: UserDatabase) -> AccountWorkflow {
    let listener = loggingListener
    var accountEnvironment = AccountEnvironment(
      secrets: environment.secrets,
      client: { [environment, networkSwitch] in
        AccountClient(Self.client(environment, networkSwitch, listener)())
      },
      clock: environment.clock, uptime: { .now }, sleep: { await Uptime.sleep(until: $0) },
      jitter: { Int64.random(in: 0...1000) }, boot: Uptime.boot, device: Self.hostName,
      lockFolder: environment.dataFolder, browser: .live)
    accountEnvironment.track = track
    accountEnvironment.note = noteInLog
    accountEnvironment.release = ReleaseNumber(kursVersion)
    return AccountWorkflow(user: user, environment: accountEnvironment, data: [httpCache])
  }

  var loggingListener: RefusalListener {
    RefusalListener(clock: { [clock = environment.clock] in clock().milliseconds }) {
      [weak refusals, log, clock = environment.clock] refused in
      await log.note(.refused(refused, at: clock()))
      await refusals?.report(refused)
    }
  }

  var noteInLog: @Sendable (LogEntry) async -> Void {
    { [log] entry in await log.note(entry) }
  }

  private var httpCache: MemberData {
    MemberData(name: "http-cache") { [network = environment.network] in try await network?.erase($0) }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 101)
    // The last byte of the buffer stays zero, so a longer name is cut.
    gethostname(&name, 100)
    return name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  public func backup(of objects: UserObjects) -> BackupWorkflow {
    let resources = environment.resources
    return BackupWorkflow(objects: objects, settings: settings) { bytes throws(BackupFault) in
      // Refuse other kinds of files and newer versions first. The schema would report thousands of errors for them.
      let read: JSONValue
      do throws(JSONReadError) { read = try Self.backupReader.read(bytes) } catch {
        throw .notJSON(offset: error.offset)
      }
      guard let version = BackupDocument.version(of: read) else { throw .foreign }
      guard version <= BackupDocument.version else { throw .later(version: version) }
      let schemas = SchemaStore { name in resources.schema(name) }
      do throws(ValidationError) {
        _ = try ResponseValidator(schemas, reader: Self.backupReader).check(bytes, against: "backup")
      } catch {
        throw BackupFault(error)
      }
      do throws(ItemError) { return try BackupDocument.read(read) } catch {
        guard case .unreadable(let place, _, _) = error else { throw .foreign }
        throw .unreadable(place: place)
      }
    }
  }

  /// A reader of up to `BackupWorkflow.limit` bytes, because an export contains all of the user's data.
  private static var backupReader: JSONReader {
    var limits = JSONReader.Limits()
    (limits.documentLength, limits.stringLength) = (BackupWorkflow.limit, BackupWorkflow.limit)
    return JSONReader(limits: limits)
  }

  /// Creates a cache that opens its file when needed. `mayFetch` allows requests. `headers`: a member's credentials.
  public func imageCache(
    mayFetch: @escaping @Sendable () async -> Bool = { true },
    headers: (@Sendable (_ member: String) async -> [String: String]?)? = nil
  ) -> ImageCache {
    let client = Self.client(environment, networkSwitch)
    return ImageCache(
      database: images, limits: ImageLimits(), clock: environment.clock, report: pictureReport
    ) { url, member, etag in
      var proof: [String: String] = [:]
      let isPublic = member.isEmpty || ProviderID(member).isTeam
      if isPublic {
        guard await mayFetch() else { return .notRequested }
      } else {
        guard let known = await headers?(member) else { return .failed(.status(401)) }
        proof = known
      }
      do throws(APIError) {
        // Public pictures are cached for a month, because each request reveals to a site that this computer runs Kurs.
        let month = isPublic ? 30 * 86_400 : nil
        switch try await client().image(url, etag: etag, headers: proof) {
        case .image(let bytes, let etag, let lifetime): return .image(bytes, etag: etag, lifetime: month ?? lifetime)
        case .unchanged(let lifetime): return .unchanged(lifetime: month ?? lifetime)
        }
      } catch {
        return .failed(ImageUnavailable.Reason(error), retryAfter: error.retryAfter)
      }
    }
  }

  public var pictureReport: ImageCache.Report {
    { [log, clock = environment.clock] url, reason in
      await log.note(LogEntry(.picture, Self.host(of: url), reason.facts, at: clock()))
    }
  }

  /// Returns only the host and port, because the rest of a URL may contain credentials.
  fileprivate static func host(of address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return "" }
    let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? "")
  }

  /// Creates the queue. `asMember` sends the requests of a member. `proof` returns a member's headers for reports.
  public func offlineQueue(
    _ user: UserDatabase, member: String? = nil, commands: [Endpoint] = Endpoint.changesOfMember,
    asMember: OfflineQueue.MemberSender? = nil,
    proof: (@Sendable (_ member: String) async -> [String: String]?)? = nil, clock: (@Sendable () -> Timestamp)? = nil
  ) -> OfflineQueue {
    let queueEnvironment = makeQueueEnvironment(clock)
    return OfflineQueue(
      storage: user, member: member, environment: queueEnvironment,
      sender: OfflineQueue.sender(
        of: commands + [ValidationReport.command, AnalyticsBatch.command],
        through: Self.client(environment, networkSwitch), asMember: asMember, proof: proof,  // guards J13: Self.client(environment, networkSwitch) => Self.client(environment, networkSwitch, Self.listener(environment, refusals))
        refusals: loggingListener))
  }

  public func validationReports(
    _ user: UserDatabase, queue: OfflineQueue, terms: ValidationReports.Terms
  ) -> ValidationReports {
    let reports = ValidationReports(
      storage: user, queue: queue, version: kursVersion, terms: terms, environment: makeQueueEnvironment(nil))
    refusals.attach(reports.listener)
    return reports
  }

  /// Creates the user's choice about statistics. Until the choice is read, no statistics are stored or sent.
  func analyticsChoice(
    _ user: UserDatabase, queue: OfflineQueue, account: AccountWorkflow
  ) -> AnalyticsChoice {
    let log = AnalyticsLog(storage: user) { [weak account] in await account?.state.member?.id }
    let upload = AnalyticsUpload(
      storage: user, queue: queue, environment: makeQueueEnvironment(nil)
    ) { [weak settings, weak account] in
      let member = await account?.state.member
      let chosen = await settings?.values.accountServer ?? ""
      // The statistics of a member go to the member's server. Other statistics go to the server in the settings.
      return .init(member: member?.id.text ?? "", server: member?.server ?? (chosen.isEmpty ? nil : chosen))
    }
    return AnalyticsChoice(analytics: analytics, log: log, upload: upload)
  }

  func makeQueueEnvironment(_ clock: (@Sendable () -> Timestamp)?) -> QueueEnvironment {
    let newKey: @Sendable () -> String = { UUID().uuidString.lowercased() }  // guards Q28: UUID().uuidString.lowercased() => "one"
    var queueEnvironment = QueueEnvironment(clock: clock ?? environment.clock, newKey: newKey)
    queueEnvironment.note = noteInLog
    return queueEnvironment
  }

  public func objects(_ user: UserDatabase) async -> UserObjects {
    // If reading fails, the account reports the error when it starts. Until then, no data is shown.
    let shown = try? await UserObjects.ofCurrentMember(in: user, clock: environment.clock)
    return shown ?? UserObjects(database: user, clock: environment.clock)
  }

  public func accountServices(of objects: UserObjects) async -> AccountServices {
    let user = objects.database
    let account = account(user)
    let queue = offlineQueue(
      user, asMember: account.profile.sender, proof: { [weak account] in await account?.proof(of: MemberID($0)) })
    let consent = ReportConsent()
    let images = imageCache(mayFetch: { [settings] in await settings.state.skipReason == nil }) {
      [weak account] member in await account?.proof(of: MemberID(member))
    }
    return await AccountServices(
      account: account, objects: objects, queue: queue, images: images,
      pictures: DecodedImages(
        of: images, clock: environment.clock, report: pictureReport, decode: environment.decodePicture),
      backup: backup(of: objects),
      reports: validationReports(user, queue: queue, terms: consent.terms), consent: consent,
      statistics: analyticsChoice(user, queue: queue, account: account), settings: settings, rates: rates)
  }

  @discardableResult
  public func sweep() async -> (documents: Int, images: Int) {
    await Self.sweep(rates, images, at: imagesPath, now: environment.clock())
  }

  /// Removes old files and copies the user's data at once and daily, while `rates`, `images` and `objects` exist.
  func sweepDaily(copying objects: UserObjects) {
    let (path, clock, log) = (imagesPath, environment.clock, log)
    Task.detached(priority: .utility) { [weak rates, weak images, weak objects] in
      while await Self.sweep(rates, images, at: path, now: clock(), copying: objects, log) {
        try? await Task.sleep(for: .seconds(86_400))
      }
    }
  }

  var imagesPath: String { "\(environment.cacheFolder)/images.sqlite" }

  /// Removes old files and copies the user's data. Returns false if `rates`, `images` or `objects` no longer exists.
  private static func sweep(
    _ rates: RatesWorkflow?, _ images: ImageDatabase?, at path: String, now: Timestamp, copying objects: UserObjects?,
    _ log: ActivityLog
  ) async -> Bool {
    guard let rates, let images, let objects else { return false }
    _ = await sweep(rates, images, at: path, now: now)
    do { try await objects.database.dailyCopies.make(now.localDay) } catch {
      await log.note(LogEntry(.copy, "person.sqlite", "no daily copy: \(error)", at: now))
    }
    return true
  }

  private static func sweep(
    _ rates: RatesWorkflow, _ images: ImageDatabase, at path: String, now: Timestamp
  ) async -> (documents: Int, images: Int) {
    let documents = (try? await rates.importer.sweepDocuments()) ?? 0
    guard FileManager.default.fileExists(atPath: path) else { return (documents, 0) }
    return (documents, (try? await images.sweep(ImageLimits().storage, now: now)) ?? 0)
  }

  /// Shows the stored team rates of the current member before the account starts. Sends no request.
  @discardableResult
  public func showStoredTeam(of user: UserDatabase) async -> Team? {
    let current = try? await user.members().first { $0.isCurrent && $0.state.keepsData }
    let team = current.flatMap { Team(of: $0.member.id) }
    await rates.use(team)
    return team
  }
}

final class DamageRelay: Sendable {
  private let listener = Mutex<(@Sendable (QuarantinedFile) -> Void)?>(nil)

  func attach(_ listener: @escaping @Sendable (QuarantinedFile) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  var report: @Sendable (QuarantinedFile) -> Void {
    { [self] recovered in listener.withLock { $0 }?(recovered) }
  }
}

final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

extension Uptime {
  static var now: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Uptime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  static func sleep(until moment: Uptime) async {
    // The loop checks the time again, because a clock that stops during suspend may wake the task early.
    while !Task.isCancelled, case let rest = moment - .now, rest > 0 {
      try? await Task.sleep(for: .milliseconds(rest), clock: .continuous)
    }
  }

  /// The kernel's id of this boot. If it is empty, Kurs ignores stored deadlines.
  static var boot: String {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, file) != nil else { return "" }
    return line.withUnsafeBytes { String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self) }
  }
}

extension BackupFault {
  fileprivate init(_ error: ValidationError) {
    switch error {
    case .schemaMissing(let name), .schemaNotJSON(let name, _), .schemaUnusable(let name, _):
      self = .schemaMissing(name)
    case .notJSON(let error): self = .notJSON(offset: error.offset)
    case .refused(_, let failures): self = .unreadable(place: failures.first?.instance ?? "")
    case .undecided: self = .foreign
    }
  }
}

extension ImageUnavailable.Reason {
  fileprivate var facts: String {
    switch self {
    case .unreachable: "unreachable"
    case .status(let status): "status \(status)"
    case .notAnImage: "refused: no picture"
    case .foreignKind(let kind): "refused: \(kind.rawValue)"
    case .truncated: "refused: cut off"
    case .tooLarge(let limit): "refused: more than \(limit) bytes"
    case .tooManyPixels(let width, let height): "refused: \(width) by \(height) pixels"
    case .undecodable: "refused: not decoded"
    }
  }

  fileprivate init(_ error: APIError) {
    switch error {
    case .status(let status): self = .status(status)
    case .tooManyRequests: self = .status(429)
    case .unavailable: self = .status(503)
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .unreachable
    }
  }
}
