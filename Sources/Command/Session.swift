// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursCore
import Synchronization

/// One run of the terminal program: the core, opened in the person's folders.
struct Session {
  let core: Core
  /// Whether the command line names the folder of the data.
  let isFolderNamed: Bool

  /// `secrets`: where a command that asks servers finds the keys.
  init(_ options: CommonOptions, secrets: (any SecretStore)? = nil) throws {
    let variables = ProcessInfo.processInfo.environment
    let named = options.dataDir.map(Self.absolute)
    // With a named folder, no other is used.
    guard let folders = Folders(environment: named.map { ["HOME": $0] } ?? variables) else { throw CommandFailure.noHome }
    // A folder that was named on the command line may be anyone's: it stays as it is.
    if options.dataDir == nil { folders.narrow() }
    let data = named ?? folders.data
    let cache = options.dataDir == nil ? folders.cache : data + "/cache"
    let network = LiveNetwork(version: kursVersion, cacheFolder: cache)
    var environment = CoreEnvironment(
      dataFolder: data, cacheFolder: cache,
      resources: ResourceLocator(environment: variables, executable: Self.executable),
      clock: Self.now, amounts: .plain, country: nil, transport: { network.transport })
    environment.network = network
    environment.lockFolder = variables["XDG_RUNTIME_DIR"]
    environment.settingsFile = (options.dataDir == nil ? folders.configuration : data) + "/settings.ini"
    if let secrets { environment.secrets = secrets }
    environment.noteSetAside = { Terminal.complain(Failure.sentence(for: $0)) }
    environment.noteHindrance = { [said = OneSentence()] hindrance in
      if said.isFirst { Terminal.complain(Failure.sentence(forHindrance: hindrance)) }
    }
    core = try Core(environment)
    isFolderNamed = options.dataDir != nil
    for sentence in Failure.sentences(for: core.reading) { Terminal.complain(sentence) }
  }

  /// The resolver for a day, for the named providers or as in the settings; doubts the clock.
  func rates(of providers: ProviderOptions, on day: Day?) async throws -> RatesInUse {
    try await rates(of: providers, day.map { .day($0, .on) } ?? .newest)
  }

  /// The same for a period, or by a rule.
  func rates(of providers: ProviderOptions, _ choice: DayChoice) async throws -> RatesInUse {
    let inUse = try await ratesInUse(of: providers, choice)
    doubtTheClock(inUse.leading.newest)
    return inUse
  }

  /// The same without a word about the clock.
  func ratesInUse(of providers: ProviderOptions, on day: Day?) async throws -> RatesInUse {
    try await ratesInUse(of: providers, day.map { .day($0, .on) } ?? .newest)
  }

  /// The same for a period, or by a rule.
  func ratesInUse(of providers: ProviderOptions, _ choice: DayChoice) async throws -> RatesInUse {
    if let side = providers.side { await core.rates.use(side) }
    let order = try await named(providers.order)
    for id in order ?? [] { _ = try await core.rates.provider(id) }
    if order == nil, core.reading.settings.providers.contains(where: \.isTeam) { _ = try await team() }
    let inUse = try await core.rates.ratesInUse(choice, of: order)
    if let awaited = inUse.awaited, order == nil {
      let names = ["provider": awaited.id.name, "other": inUse.leading.provider.id.name]
      Terminal.complain(
        tr("No rates of {provider} are stored yet (\"kurs-cli refresh\" fetches them); these are of {other}.", names))
    }
    return inUse
  }

  /// Says so where the clock must be wrong; the rates that are there answer all the same.
  func doubtTheClock(_ newest: Day) {
    guard Self.today.isBehind(ratesOf: newest) else { return }
    let days = ["today": Self.today.description, "day": newest.description]
    Terminal.complain(
      tr("The clock of this machine says {today}, and there are rates of {day} already: it looks wrong.", days))
  }

  /// The provider whose series is shown: the first that has all of these currencies.
  func provider(charting currencies: [Currency], of providers: ProviderOptions) async throws -> Provider {
    if let side = providers.side { await core.rates.use(side) }
    let order = try await named(providers.order)
    if order == nil, core.reading.settings.providers.contains(where: \.isTeam) { _ = try await team() }
    return try await core.rates.provider(charting: currencies, of: order)
  }

  /// One provider's rates alone.
  func table(of provider: ProviderID, on day: Day?) async throws -> RateTable {
    try await core.rates.ratesInUse(on: day, of: [provider]).leading
  }

  /// The newest day that a provider has published, whether or not its rates hold today.
  func newest(of provider: ProviderID) async throws -> Day {
    // The shipped history may not be taken up yet.
    if provider == core.bundle.provider { return try await table(of: provider, on: nil).newest }
    return try await core.rates.table(of: provider, on: nil).newest
  }

  /// Throws where nobody has that name.
  func check(_ provider: ProviderID) async throws {
    _ = try await named([provider])
    _ = try await core.rates.provider(provider)
  }

  /// `team` stands for the team rates of whoever is signed in; those of anyone else are nobody's here.
  func named(_ order: [ProviderID]?) async throws -> [ProviderID]? {
    guard let order, order.contains(where: \.namesTeam) else { return order }
    let team = try await team()
    guard let team else { throw CommandFailure.noTeam }
    return order.map { $0 == .team ? team.id : $0 }
  }

  /// The team whose stored rates may be used; opens what belongs to the person.
  func team() async throws -> Team? {
    if let team = await core.rates.team { return team }
    return await core.showStoredTeam(of: try await openPerson())
  }

  /// Throws where no rates can be saved, for a command that is there to change them.
  func requireSavedRates() throws {
    try core.openRates()
    if let hindrance = core.hindrance { throw hindrance }
  }

  /// Writes the settings down.
  func keep(_ settings: Settings) async throws {
    try await core.store.write(settings, over: core.reading.settings)
  }

  static let now: @Sendable () -> Timestamp = { LiveClock.now() }

  /// The day it is where the person is.
  static var today: Day { now().localDay }

  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  static let executable =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
}

/// Two files of one full disk need one sentence.
private final class OneSentence: Sendable {
  private let wasSaid = Mutex(false)

  var isFirst: Bool {
    wasSaid.withLock { wasSaid in
      defer { wasSaid = true }
      return !wasSaid
    }
  }
}

extension ProviderID {
  /// As it is typed, for whichever server that is.
  fileprivate static let team = ProviderID("team")

  /// Whether a team's rates are meant, by that word or by their own name.
  var namesTeam: Bool { self == .team || isTeam }
}

extension AmountReader {
  /// Plain decimals, as programs write them: `1234.56`.
  static let plain = AmountReader(symbols: .english)
}
