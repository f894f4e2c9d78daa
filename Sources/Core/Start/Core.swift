// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursAPI
public import KursItems
public import KursModel
import KursNetwork
public import KursStorage
import KursValidation
public import KursWorkflow

/// The composition root: every layer put together once, for whichever front end asks.
public struct Core: Sendable {
  public let rates: RatesWorkflow
  public let settings: SettingsWorkflow
  /// The person's keys for providers.
  public let keys: ProviderKeys
  /// The settings as the start read them, and what of them could not be read.
  public let reading: SettingsReading
  /// How much the caches hold, and what clears them.
  public let caches: SettingsCaches
  /// The settings file or the desktop's settings.
  public let store: any SettingsStore
  let environment: CoreEnvironment
  let networkSwitch: NetworkSwitch
  /// Receives the workflows' events; nothing listens until the account services start.
  let analytics: Analytics
  /// How workflows that others put together name theirs.
  public var track: Track { { [analytics] in analytics.track($0) } }
  /// Hears of each answer that is refused; nobody does until `validationReports` is called.
  let refusals = RefusalRelay()
  /// A log of refreshes, answers and pictures for the person to read.
  public let log: ActivityLog
  /// The pictures' own file: one connection for whoever shows or clears them.
  let images: ImageDatabase
  public let bundle: BundledHistory
  public let catalogue: CurrencyCatalogue
  private let database: RatesDatabase
  /// Hears of files that are found damaged while they are in use.
  let damage = DamageRelay()

  /// Reads the catalogue and the settings; opens no database and touches no network.
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
      if let hindrance { environment.noteHindrance(hindrance) }
    }
    log = ActivityLog(path: "\(environment.dataFolder)/log.txt")
    bundle = BundledHistory(provider: .ecb, path: try resources.path(of: "rates/eurofxref-hist.zip"))
    let file: SettingsFile? = environment.settingsFile.map { SettingsFile(path: $0, clock: environment.clock) }
    store = file ?? UnkeptSettings() as any SettingsStore
    reading = file?.read() ?? SettingsReading()
    let chosen = reading.settings
    networkSwitch = NetworkSwitch(isOn: !chosen.isOffline)
    let series = SeriesFolder("\(environment.dataFolder)/series")
    let descriptions = ProviderFolder("\(environment.dataFolder)/providers")
    let directory = ProviderItems.all + series.items + descriptions.items
    rates = RatesWorkflow(
      database: database, catalogue: catalogue, items: directory,
      client: Self.client(environment, networkSwitch, Self.listener(environment, refusals)), bundle: bundle,
      order: chosen.providers, isStrict: chosen.isStrict, side: chosen.side, refusals: refusals, log: log,
      series: series, descriptions: descriptions, clock: environment.clock)
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

  /// Opens the rates now; they are opened anyway once something is asked of them.
  public func openRates() throws(StartFailure) {
    do { try database.open() } catch { throw .storage(error) }
  }

  /// A database of rates that could not be used and was kept aside; known once it is open.
  public var setAside: SetAside? { database.setAside }

  /// Why no rates are saved; known once they are open.
  public var hindrance: StorageError? { database.hindrance }

  /// Keeps the rates new by the settings; asks nobody before `delay` is over.
  public func startRefreshing(after delay: Duration) async -> RatesRefresher {
    let refresher = RatesRefresher(
      rates: rates, keys: keys, settings: reading.settings, seed: environment.seed, clock: environment.clock)
    await settings.follow(refresher)
    await refresher.start(after: delay, following: await settings.changes())
    return refresher
  }

  /// Opens what belongs to the person; not every command of the terminal needs it.
  public func openPerson() throws(StartFailure) -> PersonDatabase {
    do {
      let person = try PersonDatabase(
        path: personFile, recovery: FileRecovery(clock: environment.clock, tell: damage.tell))
      if let hindrance = person.hindrance { environment.noteHindrance(hindrance) }
      return person
    } catch {
      throw .storage(error)
    }
  }

  /// The exports of banks that are known.
  public func bankProfiles() -> [BankProfile] {
    environment.resources.texts(in: "banks", ending: ".txt").compactMap { BankProfile($0) }
  }

  /// The path of the person's file, which may not exist yet.
  public var personFile: String { "\(environment.dataFolder)/person.sqlite" }

  /// Network, cache and schemas are put together when something is first asked of a server.
  ///
  /// `listener`: nil for a client whose refused answers are not to be reported, such as answers to reports.
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

  static func listener(_ environment: CoreEnvironment, _ relay: RefusalRelay) -> RefusalListener {
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
