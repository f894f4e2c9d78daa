// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation
import FoundationEssentials
import Glibc
import KursCore
import Synchronization

/// The core for one run of the terminal program. It uses the user's folders.
struct CLIContext {
  let core: Core
  let isFolderNamed: Bool
  private let recoveryNotice = OneSentence()
  private let seriesNotice = OneSentence()
  private let copyNotice = OneSentence()
  private let sources: Sources

  init(_ options: CommonOptions, secrets: (any SecretStore)? = nil) throws {
    let variables = ProcessInfo.processInfo.environment
    let named = options.dataDir.map(Self.absolute)
    guard let folders = Folders(environment: named.map { ["HOME": $0] } ?? variables) else {
      throw CommandFailure.noHome
    }
    // A folder that is named on the command line may belong to another user, so its permissions stay the same.
    if options.dataDir == nil { folders.narrow() }
    let data = named ?? folders.data
    let cache = options.dataDir == nil ? folders.cache : data + "/cache"
    let network = LiveNetwork(version: kursVersion, cacheFolder: cache)
    var environment = CoreEnvironment(
      dataFolder: data, cacheFolder: cache,
      resources: ResourceLocator(environment: variables, executable: Self.executable),
      clock: Self.now, amounts: .plain, country: nil, transport: { network.transport })
    environment.network = network
    environment.settingsFile = (options.dataDir == nil ? folders.configuration : data) + "/settings.ini"
    if let secrets { environment.secrets = secrets }
    environment.noteRecoveredFile = { Terminal.printError(Failure.sentence(for: $0)) }
    environment.noteSaveError = { [once = OneSentence()] saveError in
      if once.isFirst { Terminal.printError(Failure.sentence(forSaveError: saveError)) }
    }
    // The versions of the files are stored before the files are read, so that a change during the reading is noticed.
    sources = Sources([environment.settingsFile ?? "", data + "/series", data + "/providers"])
    core = try Core(environment)
    isFolderNamed = options.dataDir != nil
    for sentence in Failure.sentences(for: core.reading) { Terminal.printError(sentence) }
  }

  /// Whether settings, imported series, user-defined providers and the day are the same as at the start.
  var isCurrent: Bool { sources == Sources(sources.paths) }

  /// Returns the rates for a day. Uses the named providers, or those in the settings. Warns about a wrong clock.
  func rates(of providers: ProviderOptions, on day: Day?) async throws -> RatesInUse {
    try await rates(of: providers, day.map { .day($0, .usual) } ?? .newest)
  }

  func rates(of providers: ProviderOptions, _ choice: DayChoice) async throws -> RatesInUse {
    let inUse = try await ratesInUse(of: providers, choice)
    warnAboutClock(inUse.leading.newest)
    return inUse
  }

  func ratesInUse(of providers: ProviderOptions, on day: Day?) async throws -> RatesInUse {
    try await ratesInUse(of: providers, day.map { .day($0, .usual) } ?? .newest)
  }

  func ratesInUse(of providers: ProviderOptions, _ choice: DayChoice) async throws -> RatesInUse {
    if let side = providers.side { await core.rates.use(side) }
    let order = try await named(providers.order)
    for id in order ?? [] { _ = try await core.rates.provider(id) }
    if order == nil, core.reading.settings.providers.contains(where: \.isTeam) { _ = try await team() }
    let inUse = try await core.rates.ratesInUse(choice, of: order)
    if order == nil { try await reportDamagedSeries() }
    if let awaited = inUse.awaited, order == nil {
      let names = ["provider": awaited.id.name, "other": inUse.leading.provider.id.name]
      Terminal.printError(
        tr(
          "No rates from {provider} are stored. Rates from {other} are used. To fetch the missing rates, run \"kurs-cli refresh\".",
          names))
    }
    return inUse
  }

  private func reportDamagedSeries() async throws {
    let (chosen, damaged) = (core.reading.settings, await core.rates.damagedSeries)
    if chosen.isStrict, let first = chosen.providers.first, damaged.contains(first) {
      throw RatesFailure.damagedSeries(first)
    }
    let failures = chosen.providers.filter(damaged.contains).map { Failure(RatesFailure.damagedSeries($0)) }
    guard !failures.isEmpty, seriesNotice.isFirst else { return }
    for failure in failures { Terminal.printError(failure.description) }
  }

  func warnAboutClock(_ newest: Day) {
    guard Self.today.isBehind(ratesOf: newest) else { return }
    let days = ["today": Self.today.description, "day": newest.description]
    Terminal.printError(
      tr("Check this computer's clock. It shows {today}, but the newest rates are from {day}.", days))
  }

  func provider(charting currencies: [Currency], of providers: ProviderOptions) async throws -> Provider {
    try await core.rates.provider(charting: currencies, of: try await order(of: providers))
  }

  /// Returns the providers in the options, or nil to use the settings. Applies the chosen side to the next rates.
  func order(of providers: ProviderOptions) async throws -> [ProviderID]? {
    if let side = providers.side { await core.rates.use(side) }
    let order = try await named(providers.order)
    if order == nil {
      if core.reading.settings.providers.contains(where: \.isTeam) { _ = try await team() }
      try await reportDamagedSeries()
    }
    return order
  }

  func table(of provider: ProviderID, on day: Day?) async throws -> RateTable {
    try await core.rates.ratesInUse(on: day, of: [provider]).leading
  }

  /// Returns the newest day of a provider's rates, even if they are too old for today.
  func newest(of provider: ProviderID) async throws -> Day {
    // `table(of:on:)` is used here, because it first imports the history that Kurs includes.
    if provider == core.bundle.provider { return try await table(of: provider, on: nil).newest }
    return try await core.rates.table(of: provider, on: nil).newest
  }

  func check(_ provider: ProviderID) async throws {
    _ = try await named([provider])
    _ = try await core.rates.provider(provider)
  }

  /// Replaces the name `team` by the signed-in member's team. The user can't name the teams of other members.
  func named(_ order: [ProviderID]?) async throws -> [ProviderID]? {
    guard let order, order.contains(where: \.namesTeam) else { return order }
    let team = try await team()
    guard let team else { throw CommandFailure.noTeam }
    return order.map { $0 == .team ? team.id : $0 }
  }

  /// Returns the team whose stored rates may be used. Opens the user's data if necessary.
  func team() async throws -> Team? {
    if let team = await core.rates.teamRates.team { return team }
    return await core.showStoredTeam(of: try await openUser())
  }

  func requireSavedRates() throws {
    try core.openRates()
    if let saveError = core.saveError { throw saveError }
  }

  func keep(_ settings: Settings) async throws {
    try await core.store.write(settings, over: core.reading.settings)
  }

  static let now: @Sendable () -> Timestamp = { LiveClock.now() }

  static var today: Day { now().localDay }

  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  static let executable =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
}

private struct Sources: Equatable {
  private struct File: Equatable {
    let number: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (number, size) = (UInt64(status.st_ino), Int64(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  let paths: [String]
  private let files: [File?]
  private let day = CLIContext.today

  init(_ paths: [String]) { (self.paths, files) = (paths, paths.map(File.init)) }
}

/// Reports a full disk only once, although Kurs has two files on that disk.
private final class OneSentence: Sendable {
  private let wasReported = Mutex(false)

  var isFirst: Bool {
    wasReported.withLock { wasReported in
      defer { wasReported = true }
      return !wasReported
    }
  }
}

extension ProviderID {
  fileprivate static let team = ProviderID("team")

  var namesTeam: Bool { self == .team || isTeam }
}

extension AmountReader {
  static let plain = AmountReader(symbols: .english)
}

extension CLIContext {
  /// Runs a change that may add or remove alerts. Then starts the hourly check, or stops it if no alerts are left.
  func followingAlerts(_ change: () async throws -> Void) async throws {
    let had = try await !alerts().isEmpty
    do {
      try await change()
    } catch {
      // A failed change may have added alerts before it failed, so the hourly check is updated anyway.
      try? await switchAlerts(had: had)
      throw error
    }
    try await switchAlerts(had: had)
  }

  func switchAlerts(had: Bool) async throws {
    // The hourly check never reads a folder that was named on the command line.
    guard !isFolderNamed, case let has = try await !alerts().isEmpty, has != had else { return }
    let watch = await AlertWatch.set(has)
    guard has else { return }
    switch watch {
    case .session: break
    case .refused:
      Terminal.printError(
        tr(
          "Alerts are checked only while Kurs is open. To change this, open Apps in your desktop's settings, and allow background activity for Kurs."
        ))
    case .whileOpen:
      Terminal.printError(
        tr("Alerts are not checked automatically on this computer. Run \"kurs-cli alerts check\"."))
    }
  }
}

extension CLIContext {
  func resolvers(
    _ providers: ProviderOptions, on days: Set<Day?>, withOwn: Bool
  ) async throws -> @Sendable (Day?) -> Resolver {
    resolver(among: try await resolvers(providers, on: days, own: withOwn ? ownRates().holding(on: Self.today) : []))
  }

  func resolvers(
    _ providers: ProviderOptions, on days: Set<Day?>, by rule: NamedRule? = nil, own: [CustomRate]
  ) async throws -> [Day?: Resolver] {
    var (resolvers, newest) = ([Day?: Resolver](), Day?.none)
    for day in days {
      let inUse = try await ratesInUse(of: providers, RuleOptions.choice(on: day, by: rule, besides: .newest))
      resolvers[day] = inUse.resolver
      resolvers[day]?.use(own)
      newest = max(newest ?? inUse.leading.newest, inUse.leading.newest)
    }
    if let newest { warnAboutClock(newest) }
    return resolvers
  }

  func resolver(among resolvers: [Day?: Resolver]) -> @Sendable (Day?) -> Resolver {
    let nobody = Resolver(
      day: nil, today: Self.today, lacking: .noRates(provider: core.bundle.provider), catalogue: core.catalogue)
    return { day in resolvers[day] ?? nobody }
  }

  /// Returns the user's custom rates. Empty if the user has no data file, because reading must not create one.
  func ownRates() async throws -> [CustomRate] {
    guard try hasUserFile else { return [] }
    let objects = try await objects()
    if copyNotice.isFirst { await objects.reportCopies(with: .ownRate) }
    return try await objects.ownRates()
  }

  /// Returns the saved corrections of earlier tables. Nil if the user has no data file.
  func tableMemory() async throws -> TableMemory? {
    try hasUserFile ? try await TableMemory(openUser()) : nil
  }

  func objects() async throws -> UserObjects {
    try await UserObjects.ofCurrentMember(in: try await openUser(), clock: Self.now)
  }
}

extension CLIContext {
  /// Whether the user's data file exists. Throws if that is unknown, because existing data must not seem to be missing.
  var hasUserFile: Bool {
    get throws {
      var status = stat()
      if stat(core.userFile, &status) == 0 { return true }
      guard errno == ENOENT || errno == ENOTDIR else { throw StorageError.notReadable(path: core.userFile) }  // guards S29
      return false
    }
  }

  /// Opens the user's data. Reports if a damaged file was replaced, and makes the daily copy.
  func openUser() async throws -> UserDatabase {
    let wasThere = try hasUserFile
    let database = try core.openUser()
    if let recovered = database.recoveredFile, recoveryNotice.isFirst {
      Terminal.printError(Failure.sentence(for: recovered))
    }
    // A failed copy isn't reported, because the command itself reports a full disk.
    if wasThere { try? await database.dailyCopies.make(Self.now().localDay) }
    return database
  }
}

extension Failure {
  static func sentence(for recovered: QuarantinedFile) -> String {
    var parts = ["file": recovered.file, "path": recovered.path ?? "", "day": recovered.copy.map { "\($0)" } ?? ""]
    if recovered.path == nil {
      return tr(
        "{file} is empty or missing. To restore the copy of {day}, run \"kurs-cli backup take-up {day}\".", parts)
    }
    if recovered.file.hasSuffix("/rates.sqlite") {
      return tr("{file} was damaged. A copy was saved as {path}. The rates were rebuilt.", parts)
    }
    let isLeft = recovered.path == recovered.file
    guard !recovered.lost.isEmpty else {
      if isLeft {
        return tr(
          "{file} is damaged, but all data could be read. To save it, run \"kurs-cli backup export FILE\".", parts)
      }
      return tr("{file} was damaged. A copy was saved as {path}. All data was read and saved to a new file.", parts)
    }
    parts["parts"] = UserPart.allCases.filter { recovered.lost.contains($0) }.map(name(of:)).joined(separator: ", ")
    if isLeft {
      return tr(
        "{file} is damaged. Some data could not be read: {parts}. To save the rest, run \"kurs-cli backup export FILE\".",
        parts)
    }
    guard recovered.copy != nil else {
      return tr(
        "{file} was damaged. The damaged file was saved as {path}. Some data could not be read: {parts}.", parts)
    }
    return tr(
      "{file} was damaged. The damaged file was saved as {path}. Some data could not be read: {parts}. To restore this data from the backup of {day}, run \"kurs-cli backup take-up {day}\".",
      parts)
  }
}

extension CLIContext {
  func archive(
    of opened: UserObjects? = nil, comparedBy providers: ProviderOptions? = nil, _ numbers: NumberForm = .locale
  ) async throws -> CalculationArchive {
    let objects = if let opened { opened } else { try await objects() }
    return CalculationArchive(
      objects: objects, rates: core.rates,
      order: { providers?.order },
      symbols: numbers.symbols, reader: { reader(numbers) })
  }
}

extension CLIContext {
  static func locale(_ category: String) -> LocaleName {
    LocaleName(environment: ProcessInfo.processInfo.environment, category: category)
  }

  static var language: String { LocaleName(ofWordsIn: ProcessInfo.processInfo.environment).language }

  func reader(_ numbers: NumberForm = .locale) -> CalculationReader {
    reader(numbers.symbols, names: core.catalogue.systemNames)
  }

  func reader(_ symbols: NumberSymbols, names: [String: Currency]) -> CalculationReader {
    CalculationReader(
      symbols: symbols,
      preferences: SymbolPreferences(
        region: Self.locale("LC_NUMERIC").region, chosen: core.reading.settings.symbols),
      names: names, catalogue: core.catalogue,
      words: ReaderWords(language: Self.language)
    ).on(Self.today)
  }

  static func number(_ text: String, _ numbers: NumberForm) throws -> (value: Rational, notes: [String]) {
    // Most numbers contain no currency, so the text is read without the currency names, which load slowly.
    let reader = CalculationReader(
      symbols: numbers.symbols, catalogue: CurrencyCatalogue(records: [], legalRates: []),
      words: ReaderWords(language: language))
    do {
      let (value, notes) = try reader.number(text)
      return (value, notes.compactMap { $0.sentence(in: text) })
    } catch {
      throw Failure(amount: error, text)
    }
  }

  /// Returns a currency by its code, symbol or name. Throws for a subunit such as pence, whose rates would differ.
  func currency(_ text: String) throws -> Currency {
    let (currency, share, _) = try unit(text)
    guard share == .one else { throw CommandFailure.subunit(text, of: currency) }
    return currency
  }

  /// Returns a unit's currency, the unit's value in it (0.01 for pence), and notes about how the text was read.
  func unit(_ text: String) throws -> (currency: Currency, share: Rational, notes: [String]) {
    if let code = code(text) { return (code, .one, []) }
    do throws(CalculationError) {
      let (currency, share, notes) = try reader().unit(text)
      return (currency, share, notes.compactMap { $0.sentence(in: text) })
    } catch {
      throw Failure(currency: error, text)
    }
  }

  /// Reads a code in capitals or small letters without loading the currency names. Returns nil for other text.
  private func code(_ text: some StringProtocol) -> Currency? {
    let code = String(text.filter { $0 != " " })
    guard code.uppercased() == code || code.lowercased() == code else { return nil }
    return Currency(code).flatMap { core.catalogue[$0] == nil ? nil : $0 }
  }

  /// Reads a list of currencies such as `USD, GBP` or `€`. `notes`: the currency that each ambiguous symbol means.
  func currencies(_ text: String) throws -> (list: [Currency], notes: [String]) {
    let fields = text.split(separator: ",").map { code($0) }
    if !fields.isEmpty, !fields.contains(nil) {
      var list: [Currency] = []
      for case let currency? in fields where !list.contains(currency) { list.append(currency) }
      return (list, [])
    }
    do throws(CalculationError) {
      let (list, notes) = try reader().currencies(text)
      return (list, notes.compactMap { $0.sentence(in: text) })
    } catch {
      throw Failure(currency: error, text)
    }
  }

  /// Reads a day from an option's value. Accepts each form of a date that is also allowed beside an amount.
  static func day(_ text: String?) throws -> Day? {
    guard let text else { return nil }
    guard let day = day(typed: text) else { throw CommandFailure.unreadableDay(text) }
    return day
  }

  /// Reads the day of a conversion. Returns nil for no day or for today. Both mean the newest rates.
  static func conversionDay(_ text: String?) throws -> Day? {
    guard let text, !isToday(text) else { return nil }
    return try day(text)
  }

  static func isToday(_ text: String) -> Bool { ReaderWords(language: language).isToday(text.trimmed()) }

  static func period(_ text: String) throws -> ClosedRange<Day> {
    let days =
      ClosedRange(period: text, day: { day(typed: $0) })
      ?? ReaderWords(language: language).period(text, today: today)
    guard let days else { throw CommandFailure.unreadableDay(text) }
    return days
  }

  static func day(typed text: some StringProtocol) -> Day? {
    ReaderWords(language: language).day(text, today: today)
  }

  func cash(_ money: Money) -> CashRounding? {
    core.reading.settings.roundsToCash ? core.catalogue.cash(money) : nil
  }
}
