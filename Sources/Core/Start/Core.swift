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

/// The composition root: creates every layer once for a front end.
public struct Core: Sendable {
  public let rates: RatesWorkflow
  public let settings: SettingsWorkflow
  /// The user's API keys for providers.
  public let keys: ProviderKeys
  /// The settings as read at the start, and their errors.
  public let reading: SettingsReading
  /// The sizes of the caches, and functions to clear them.
  public let caches: SettingsCaches
  /// The settings file or the desktop's settings.
  public let store: any SettingsStore
  let environment: CoreEnvironment
  let networkSwitch: NetworkSwitch
  /// Receives the workflows' events. Nothing observes it until the account services start.
  let analytics: Analytics
  /// Records events of workflows that other code creates.
  public var track: Track { { [analytics] in analytics.track($0) } }
  /// Receives refused responses. Has no observer until `validationReports` is called.
  let refusals = RefusedAnswerRelay()
  /// The log of refreshes, responses and pictures, for the user to read.
  public let log: ActivityLog
  /// The file of pictures, with one connection for all uses.
  let images: ImageDatabase
  public let bundle: BundledHistory
  public let catalogue: CurrencyCatalogue
  private let database: RatesDatabase
  /// Receives files that are found damaged while in use.
  let damage = DamageRelay()

  /// Reads the catalogue and the settings. Opens no database and uses no network.
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
      recovery: FileRecovery(clock: environment.clock, tell: damage.tell)
    ) { aside, hindrance in
      if let aside { environment.noteSetAside(aside) }
      if let hindrance { environment.noteSaveError(hindrance) }
    }
    log = ActivityLog(path: "\(environment.dataFolder)/log.txt")
    bundle = BundledHistory(provider: .ecb, path: try resources.path(of: "rates/eurofxref-hist.zip"))
    let file: SettingsFile? = environment.settingsFile.map { SettingsFile(path: $0, clock: environment.clock) }
    store = file ?? UnsavedSettings() as any SettingsStore
    reading = file?.read() ?? SettingsReading()
    let chosen = reading.settings
    networkSwitch = NetworkSwitch(isOn: !chosen.isOffline)
    let series = SeriesFolder("\(environment.dataFolder)/series")
    let (ownSeries, damagedSeries) = series.read()
    let descriptions = ProviderFolder("\(environment.dataFolder)/providers")
    let directory = ProviderDefinition.all + ownSeries.map(ProviderDefinition.series) + descriptions.items
    rates = RatesWorkflow(
      database: database, catalogue: catalogue, items: directory,
      client: Self.client(environment, networkSwitch, Self.listener(environment, refusals)), bundle: bundle,
      order: chosen.providers, isStrict: chosen.isStrict, side: chosen.side, refusals: refusals, log: log,
      series: series, damagedSeries: damagedSeries, descriptions: descriptions, clock: environment.clock)
    keys = ProviderKeys(environment.secrets)
    images = ImageDatabase(path: "\(environment.cacheFolder)/images.sqlite")
    caches = Self.caches(environment, networkSwitch, database, images, log)
    settings = SettingsWorkflow(
      reading, store: store, rates: rates, keys: keys, directory: directory,
      caches: caches, track: { analytics.track($0) },
      clock: environment.clock)
    // Weak, or the database, which keeps this closure, would never be closed.
    damage.attach { [weak rates, note = environment.noteSetAside] aside in
      note(aside)
      Task { await rates?.rebuild(after: aside) }
    }
  }

  /// Opens the rates now. They would open on first use anyway.
  public func openRates() throws(StartFailure) {
    do { try database.open() } catch { throw .storage(error) }
  }

  /// A database of rates that was replaced and kept as a recovered file. Known once it is open.
  public var setAside: QuarantinedFile? { database.setAside }

  /// Why no rates can be saved. Known once they are open.
  public var hindrance: StorageError? { database.hindrance }

  /// Refreshes rates by the settings. Sends no automatic request before `delay` is over.
  public func startRefreshing(after delay: Duration) async -> RatesRefresher {
    let refresher = RatesRefresher(
      rates: rates, keys: keys, settings: reading.settings, seed: environment.seed, clock: environment.clock)
    await settings.follow(refresher)
    await refresher.start(after: delay, following: await settings.changes())
    return refresher
  }

  /// Opens the user's data, which some terminal commands don't need.
  public func openUser() throws(StartFailure) -> UserDatabase {
    do {
      let user = try UserDatabase(
        path: userFile, recovery: FileRecovery(clock: environment.clock, tell: damage.tell))
      if let hindrance = user.hindrance { environment.noteSaveError(hindrance) }
      return user
    } catch {
      throw .storage(error)
    }
  }

  /// The exports of banks that are known.
  public func bankProfiles() -> [BankProfile] {
    environment.resources.texts(in: "banks", ending: ".txt").compactMap { BankProfile($0) }
  }

  /// The path of the user's file, which may not exist yet.
  public var userFile: String { "\(environment.dataFolder)/person.sqlite" }

  /// Creates network, cache and schemas on the first request.
  ///
  /// `listener`: nil for a client whose refused responses must not be reported, such as responses to reports.
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
      await relay?.hear($0)
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
}

/// Forwards reports of damage to the observer that exists by then.
final class DamageRelay: Sendable {
  private let listener = Mutex<(@Sendable (QuarantinedFile) -> Void)?>(nil)

  func attach(_ listener: @escaping @Sendable (QuarantinedFile) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  var tell: @Sendable (QuarantinedFile) -> Void {
    { [self] aside in listener.withLock { $0 }?(aside) }
  }
}

/// A value created on first use and kept.
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

extension Core {
  /// The account over the user's file. Reads and sends nothing until it is started.
  ///
  /// `lockFolder`: where one user's programs agree which one renews (`XDG_RUNTIME_DIR`); nil if there is none. `data`:
  /// the caller's data of a member outside the user's file.
  public func account(
    _ user: UserDatabase, lockFolder: String?, data: [MemberData] = []
  ) -> AccountWorkflow {
    let listener = loggingListener
    var surroundings = AccountEnvironment(
      secrets: environment.secrets,
      client: { [environment, networkSwitch] in
        AccountClient(Self.client(environment, networkSwitch, listener)())
      },
      clock: environment.clock, uptime: { .now }, sleep: { await Uptime.sleep(until: $0) },
      jitter: { Int64.random(in: 0...1000) }, boot: Uptime.boot, device: Self.hostName, lockFolder: lockFolder,
      browser: .live)
    surroundings.track = track
    surroundings.note = noteInLog
    surroundings.release = ReleaseNumber(kursVersion)
    return AccountWorkflow(user: user, environment: surroundings, data: memberData + data)
  }

  /// Reports what a check refused, and writes it into the log.
  var loggingListener: RefusalListener {
    RefusalListener(clock: { [clock = environment.clock] in clock().milliseconds }) {
      [weak refusals, log, clock = environment.clock] refused in
      await log.note(.refused(refused, at: clock()))
      await refusals?.hear(refused)
    }
  }

  var noteInLog: @Sendable (LogEntry) async -> Void {
    { [log] entry in await log.note(entry) }
  }

  private var memberData: [MemberData] {
    [MemberData(name: "http-cache") { [network = environment.network] in try await network?.erase($0) }]
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 101)
    // The last byte stays zero: a longer name is cut.
    gethostname(&name, 100)
    return name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension Uptime {
  static var now: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Uptime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  static func sleep(until moment: Uptime) async {
    // A clock that stops during suspend may wake us early.
    while !Task.isCancelled, case let rest = moment - .now, rest > 0 {
      try? await Task.sleep(for: .milliseconds(rest), clock: .continuous)
    }
  }

  /// The kernel's id of this boot. Empty if it has none, and then no stored deadline counts.
  static var boot: String {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, file) != nil else { return "" }
    return line.withUnsafeBytes { String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self) }
  }
}

extension Core {
  /// Exports and restores the user's data. Reads the schema of backups when restoring.
  public func backup(of objects: UserObjects) -> BackupWorkflow {
    let resources = environment.resources
    return BackupWorkflow(objects: objects, settings: settings) { bytes throws(BackupFault) in
      // A file of another kind or of a newer Kurs is reported as such, before the schema finds a thousand errors.
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
}

extension Core {
  /// Reads whatever Kurs exports: all that a person has, and lists of any length.
  private static var backupReader: JSONReader {
    var limits = JSONReader.Limits()
    (limits.documentLength, limits.stringLength) = (BackupWorkflow.limit, BackupWorkflow.limit)
    return JSONReader(limits: limits)
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

extension Core {
  /// The pictures. Opens no file and sends no request until the first one is needed.
  ///
  /// `mayFetch`: whether shared pictures may be fetched now. Stored ones are shown anyway. `headers`: a member's
  /// credentials, for the member's own pictures; nil if there are none.
  public func imageCache(
    limits: ImageLimits = ImageLimits(), mayFetch: @escaping @Sendable () async -> Bool = { true },
    headers: (@Sendable (_ member: String) async -> [String: String]?)? = nil
  ) -> ImageCache {
    let client = Self.client(environment, networkSwitch)
    return ImageCache(
      database: images, limits: limits, clock: environment.clock,
      report: pictureReport
    ) { url, member, etag in
      var proof: [String: String] = [:]
      let isPublic = member.isEmpty || ProviderID(member).isTeam
      if isPublic {
        guard await mayFetch() else { return .unasked }
      } else {
        guard let known = await headers?(member) else { return .failed(.status(401)) }
        proof = known
      }
      do throws(APIError) {
        // An icon changes once in years, and each request tells its site that Kurs runs: so a month, whatever the
        // server says.
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
}

extension Core {
  /// Logs which picture was unavailable, and why.
  public var pictureReport: ImageCache.Report {
    { [log, clock = environment.clock] url, reason in
      await log.note(LogEntry(.picture, Self.host(of: url), reason.facts, at: clock()))
    }
  }

  /// Host and port only, because an address may contain credentials.
  fileprivate static func host(of address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return "" }
    let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? "")
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

extension Core {
  /// The offline queue over the person's file; opens nothing and asks nobody until something is queued or due.
  ///
  /// `commands`: those of the account that may wait; `asMember`: sends as a member and renews the sign-in by itself.
  /// `proof`: the header of a member who is signed in, for their reports.
  public func offlineQueue(
    _ user: UserDatabase, member: String? = nil, commands: [Endpoint] = Endpoint.changesOfMember,
    asMember: OfflineQueue.MemberSender? = nil,
    proof: (@Sendable (_ member: String) async -> [String: String]?)? = nil, clock: (@Sendable () -> Timestamp)? = nil
  ) -> OfflineQueue {
    let surroundings = queueSurroundings(clock)
    return OfflineQueue(
      storage: user, member: member, surroundings: surroundings,
      sender: OfflineQueue.sender(
        of: commands + [ValidationReport.command, AnalyticsBatch.command],
        through: Self.client(environment, networkSwitch), asMember: asMember, proof: proof,  // guards J13: Self.client(environment, networkSwitch) => Self.client(environment, networkSwitch, Self.listener(environment, refusals))
        refusals: loggingListener))
  }

  /// Reports of refused responses through that queue, on the terms of the settings.
  public func validationReports(
    _ user: UserDatabase, queue: OfflineQueue, terms: ValidationReports.Terms
  ) -> ValidationReports {
    let reports = ValidationReports(
      storage: user, queue: queue, version: kursVersion, terms: terms, surroundings: queueSurroundings(nil))
    refusals.attach(reports.listener)
    return reports
  }

  /// Statistics, by the consent in the settings. Nothing is stored or sent before these are read.
  func analyticsChoice(
    _ user: UserDatabase, queue: OfflineQueue, account: AccountWorkflow
  ) -> AnalyticsChoice {
    let log = AnalyticsLog(storage: user) { [weak account] in await account?.state.member?.id }
    let upload = AnalyticsUpload(
      storage: user, queue: queue, surroundings: queueSurroundings(nil)
    ) { [weak settings, weak account] in
      let member = await account?.state.member
      let chosen = await settings?.values.accountServer ?? ""
      // A member's own server receives that member's statistics. Otherwise the server in the settings does.
      return .init(member: member?.id.text ?? "", server: member?.server ?? (chosen.isEmpty ? nil : chosen))
    }
    return AnalyticsChoice(analytics: analytics, log: log, upload: upload)
  }

  func queueSurroundings(_ clock: (@Sendable () -> Timestamp)?) -> QueueSurroundings {
    let newKey: @Sendable () -> String = { UUID().uuidString.lowercased() }  // guards Q28: UUID().uuidString.lowercased() => "one"
    var surroundings = QueueSurroundings(clock: clock ?? environment.clock, newKey: newKey)
    surroundings.note = noteInLog
    return surroundings
  }
}

extension Core {
  /// The objects of the member shown last. The program has only this owner of them.
  public func objects(_ user: UserDatabase) async -> UserObjects {
    // If the member can't be read, the account's start reports it. Until then no data is shown.
    let shown = try? await UserObjects.ofCurrentMember(in: user, clock: environment.clock)
    return shown ?? UserObjects(database: user, clock: environment.clock)
  }

  /// The account services over the user's objects.
  ///
  /// Sends no request until a part of them is started or used.
  public func accountServices(of objects: UserObjects) async -> AccountServices {
    let user = objects.database
    let account = account(user, lockFolder: environment.lockFolder)
    let queue = offlineQueue(
      user, asMember: account.memberSender, proof: { [weak account] in await account?.proof(of: MemberID($0)) })
    let consent = ReportConsent()
    let images = imageCache(mayFetch: { [settings] in await settings.state.hindrance == nil }) {
      [weak account] member in await account?.proof(of: MemberID(member))
    }
    return await AccountServices(
      account: account, objects: objects, queue: queue, images: images,
      pictures: DecodedImages(
        of: images, clock: environment.clock, report: pictureReport, decode: environment.decodePicture),
      backup: backup(of: objects),
      reports: validationReports(user, queue: queue, terms: consent.terms), consent: consent,
      statistics: analyticsChoice(user, queue: queue, account: account), settings: settings)
  }
}

extension Core {
  /// Deletes expired or excess documents and pictures. Doesn't create a file of pictures.
  @discardableResult
  public func sweep() async -> (documents: Int, images: Int) {
    await Self.sweep(rates, images, at: imagesPath, now: environment.clock())
  }

  /// Sweeps and keeps the day's copy of the person's data, now and each day until nobody uses rates and data any more.
  func sweepDaily(copying objects: UserObjects) {
    let (path, clock) = (imagesPath, environment.clock)
    Task.detached(priority: .utility) { [weak rates, weak images, weak objects] in
      while await Self.sweep(rates, images, at: path, now: clock(), copying: objects) {
        try? await Task.sleep(for: .seconds(86_400))
      }
    }
  }

  var imagesPath: String { "\(environment.cacheFolder)/images.sqlite" }

  /// Returns false, and does nothing, if one of them is gone.
  private static func sweep(
    _ rates: RatesWorkflow?, _ images: ImageDatabase?, at path: String, now: Timestamp, copying objects: UserObjects?
  ) async -> Bool {
    guard let rates, let images, let objects else { return false }
    _ = await sweep(rates, images, at: path, now: now)
    try? await objects.database.copyDaily(now.localDay)
    return true
  }

  private static func sweep(
    _ rates: RatesWorkflow, _ images: ImageDatabase, at path: String, now: Timestamp
  ) async -> (documents: Int, images: Int) {
    let documents = (try? await rates.sweepDocuments()) ?? 0
    guard FileManager.default.fileExists(atPath: path) else { return (documents, 0) }
    return (documents, (try? await images.sweep(ImageLimits().storage, now: now)) ?? 0)
  }
}

extension Core {
  /// Allows the stored team rates of the shown member, before the account is started.
  ///
  /// Returns the member. Sends no request. Not needed without a team among the providers.
  @discardableResult
  public func showStoredTeam(of user: UserDatabase) async -> Team? {
    let current = try? await user.members().first { $0.isCurrent && $0.wipeReason == nil }
    let team = current.flatMap { Team(of: $0.member.id) }
    await rates.use(team)
    return team
  }
}
