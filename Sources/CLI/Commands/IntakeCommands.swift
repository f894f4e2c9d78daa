// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursBus
import KursCore

struct ImportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: helpText("Import rates from a file."),
      usage: [
        "kurs-cli import <file> --provider <provider>", "kurs-cli import <table> --as <name> [<options>]",
        "kurs-cli import --forget <name>",
      ].joined(separator: "\n"),
      discussion: helpText(
        "Your own table becomes a provider. Use it with --provider, or add it to the setting \"providers\". Kurs finds the columns of dates, rates and currencies, unless you name them. The file is imported completely or not at all."
      ))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The path of the file.")) var file: String?
  @Option(help: helpText("The provider whose rates the file contains.")) var provider: String?
  @OptionGroup var series: SeriesOptions

  func validate() throws {
    guard [provider, series.name, series.forgotten].compactMap({ $0 }).count == 1 else {
      throw ValidationError(tr("Name the file's bank with --provider, or name your own table with --as."))
    }
    guard (file == nil) == (series.forgotten != nil) else {
      throw ValidationError(
        file == nil ? "Missing expected argument '<file>'" : "Unexpected argument '\(file ?? "")'")
    }
  }

  func run() async throws {
    guard let file, let provider else {
      return try await SeriesRun(options: series, file: file, session: CLIContext(common)).run()
    }
    let session = try CLIContext(common)
    try session.requireSavedRates()
    if ProviderID(typed: provider).namesTeam { throw CommandFailure.teamFile }
    let progress = try await session.core.rates.importer.importFile(
      CLIContext.absolute(file), of: ProviderID(typed: provider))
    Terminal.say(trn("{n} rate added or corrected.", "{n} rates added or corrected.", progress.changed))
    try await session.reportSuspiciousRates(about: ProviderID(typed: provider))
  }
}

extension CLIContext {
  fileprivate func reportSuspiciousRates(about id: ProviderID) async throws {
    let waiting = try await core.rates.quarantined()
      .filter { $0.suspect.quote.provider == id }.count
    guard waiting > 0 else { return }
    let rates = waiting == 1 ? "rate waits" : "rates wait"
    Terminal.say("\(id): \(waiting) suspicious \(rates) for your decision. For the list, run \"kurs-cli quarantine\".")
  }
}

struct RefreshCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "refresh", abstract: helpText("Fetch missing rates from the providers (uses the network)."),
      discussion:
        helpText(
          "Keys are read from the keyring, where the Kurs window saves them. With --key-from-stdin, the key is read from standard input."
        ))
  }

  @OptionGroup var common: CommonOptions
  @OptionGroup var providers: ProviderOptions
  @Option(
    name: .customLong("on"),
    help: helpText(
      "Fetch the rates of a date, or of a period such as 2026-10, 2026-Q3 or 2026. Default: the latest.",
      valueName: "day")) var requestedDays: String?
  @Option(help: helpText("Fetch rates from this address instead of the provider's own.", valueName: "url")) var baseUrl:
    String?
  @Flag(help: helpText("Read the key of the provider in --provider from standard input.")) var keyFromStdin = false

  func validate() throws {
    guard (!keyFromStdin && baseUrl == nil) || providers.order?.count == 1 else {
      throw ValidationError(tr("Use --key-from-stdin and --base-url with exactly one --provider."))
    }
    // Refuses "?" and "#", because libcurl would change such a URL before it sends the request.
    if let baseUrl, baseUrl.contains(where: { "?#".contains($0) }) {
      throw ValidationError(tr("--base-url needs an address without \"?\" and \"#\""))
    }
  }

  /// Returns the requested days, or nil for the newest. Adds earlier days to a single day, which may be a holiday.
  private func days() throws -> ClosedRange<Day>? {
    guard let requestedDays else { return nil }
    if let day = CLIContext.day(typed: requestedDays) { return (day - Day.longestHolidays)...day }
    return try CLIContext.period(requestedDays)
  }

  func run() async throws {
    let session = try CLIContext(common, secrets: SecretServiceStore())
    try session.requireSavedRates()
    let order = try await order(session)
    if keyFromStdin { try await takeKey(for: order[0], session) }
    // A team's rates need an open account, because the server sends them only to a signed-in member.
    let account = order.contains(where: \.isTeam) ? try await AccountSession(session) : nil
    _ = await account?.settledState()
    let reporting = try await AccountSession.reporting(session, account)
    do { try await refresh(order, session) } catch {
      await reporting?.sendReports()
      throw error
    }
    await reporting?.sendReports()
    await account?.account.finishRemovals()
  }

  private func refresh(_ order: [ProviderID], _ session: CLIContext) async throws {
    var (hasFailed, newest) = (false, Day?.none)
    for id in order {
      do {
        let day = try await refresh(id, session)
        newest = max(newest ?? day, day)
      } catch {
        guard order.count > 1, let failure = Failure(any: error) else { throw error }
        Terminal.printError(failure.description)
        hasFailed = true
      }
    }
    if let newest { session.warnAboutClock(newest) }
    if hasFailed { throw ExitCode.unavailable }
  }

  private func order(_ session: CLIContext) async throws -> [ProviderID] {
    let all = session.core.reading.settings.providers
    if providers.order == nil {
      let team = all.contains(where: \.isTeam) ? try await session.team() : nil
      let own = Set(session.core.rates.userSeries.providers.map(\.id)).union(await session.core.rates.damagedSeries)
      let order = all.filter { (!$0.isTeam || $0 == team?.id) && !own.contains($0) }
      for id in order { try await session.check(id) }
      return order
    }
    let order = try await session.named(providers.order) ?? all
    for id in order { try await session.check(id) }
    return order
  }

  private func refresh(_ id: ProviderID, _ session: CLIContext) async throws -> Day {
    let core = session.core
    let endpoints = await core.rates.endpoints(of: id)
    let key = endpoints?.key == KeyPlacement.none ? nil : await core.keys.key(for: id)
    if let endpoints, endpoints.key != .none, key == nil { throw CommandFailure.noKey(id) }
    if id == core.bundle.provider { _ = try await session.table(of: id, on: nil) }
    let address = baseUrl.map(withoutSlash) ?? core.reading.settings.addresses[id]
    // A server URL on the command line is used even if the provider has reported a permanent move to another URL.
    if baseUrl != nil { try await core.rates.download.forgetMoves(of: id) }
    let days = try days()
    let known = core.recoveredFile
    var progress = try await core.rates.refresh(id, over: days, address: address, key: key)
    // Reading may reveal damage. Kurs then replaces the file, and the provider has no rates until the next refresh.
    _ = try? await session.newest(of: id)
    let moves = try await core.rates.download.movedAddresses()
    _ = try await core.rates.quarantined()
    if core.recoveredFile != known {
      // The new rates were in the damaged file, so they are requested again.
      progress = try await core.rates.refresh(id, over: days, address: address, key: key)
    }
    let newest = try await session.newest(of: id)
    Terminal.say(
      trn(
        "{provider}: {n} rate added or corrected, latest from {day}.",
        "{provider}: {n} rates added or corrected, latest from {day}.", progress.changed,
        ["provider": id.name, "day": "\(newest)"]))
    for move in moves where move.provider == id { Terminal.printError("\(id): \(move.sentence)") }
    try await session.reportSuspiciousRates(about: id)
    return newest
  }

  private func takeKey(for id: ProviderID, _ session: CLIContext) async throws {
    guard let line = readLine(), ProviderKey(line) != nil else { throw CommandFailure.unreadableKey }
    await session.core.keys.use(Secret(line), for: id)
  }

  private func withoutSlash(_ address: String) -> String {
    address.hasSuffix("/") ? String(address.dropLast()) : address
  }
}
