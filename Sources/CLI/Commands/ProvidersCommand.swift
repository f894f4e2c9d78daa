// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursBus
import KursCore

struct ProvidersCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "providers", abstract: helpText("List the providers, and add one from a file."),
      subcommands: [ProvidersList.self, Add.self, Remove.self, File.self, Test.self],
      defaultSubcommand: ProvidersList.self)
  }

  struct Add: PlainCommand {
    static var abstract: String { helpText("Add a provider from a JSON file.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The path of the file.")) var file: String

    func run() async throws {
      let session = try CLIContext(common)
      try session.requireSavedRates()
      let provider = try await session.core.rates.userProviders.add(from: CLIContext.absolute(file))
      let host = await session.core.rates.endpoints(of: provider.id)?.address ?? ""
      Terminal.say(
        tr(
          "Added {provider} at {address}. To fetch its rates, run \"kurs-cli refresh --provider {provider}\".",
          ["provider": provider.id.name, "address": host]))
    }
  }

  struct Remove: PlainCommand {
    static var abstract: String { helpText("Remove a provider added from a file, and its rates.") }
    static var aliases: [String] { ["delete"] }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The short name of the provider.")) var provider: String

    func run() async throws {
      let session = try CLIContext(common)
      let isGone = try await session.core.rates.userProviders.remove(ProviderID(typed: provider))
      guard isGone else { throw Failure.notDescribed(provider) }
    }
  }

  struct File: PlainCommand {
    static var abstract: String { helpText("Print a provider's file, to share it.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The short name of the provider.")) var provider: String
    @OptionGroup var output: OutputOptions

    func run() async throws {
      guard let bytes = try CLIContext(common).core.rates.userProviders.file(of: ProviderID(typed: provider)) else {
        throw Failure.notDescribed(provider)
      }
      try output.write(bytes)
    }
  }

  struct Test: PlainCommand {
    static var abstract: String {
      helpText("Send one request to a provider, or read a saved response. Nothing is stored.")
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The short name of a provider. With --answer, the path of the provider's file."))
    var provider: String
    @Option(
      help: helpText("Read this saved response instead of sending a request.", valueName: "file"))
    var answer: String?
    @Option(
      help: helpText("The date of the requested rates. Default: today.", valueName: "day"))
    var on: String?

    func run() async throws {
      if let answer { return try read(answer) }
      let session = try CLIContext(common, secrets: SecretServiceStore())
      let (core, id) = (session.core, ProviderID(typed: provider))
      try await session.check(id)
      let key = await core.rates.endpoints(of: id)?.key == KeyPlacement.none ? nil : await core.keys.key(for: id)
      switch await core.rates.download.test(id, address: core.reading.settings.addresses[id], key: key) {
      case .succeeded(let rates, let newest, let milliseconds):
        Terminal.say(
          trn(
            "Read {n} rate in {time} ms, latest from {day}.", "Read {n} rates in {time} ms, latest from {day}.", rates,
            ["day": newest.description, "time": String(milliseconds)]))
      case .failed(let failure): throw Failure(failure)
      case .untried, .running, .needsKey: throw CommandFailure.noKey(id)
      }
    }

    private func read(_ answer: String) throws {
      let session = try CLIContext(common)
      let batches = try session.core.rates.userProviders.reading(
        of: CLIContext.absolute(answer), by: CLIContext.absolute(provider), on: CLIContext.day(on) ?? CLIContext.today)
      let lines = batches.flatMap { batch in
        batch.pairs.flatMap { pair, observations in
          observations.map {
            let side = pair.side == .middle ? "" : " \(pair.side.rawValue)"
            return "\($0.day) \($0.unit.number) \(pair.base) = \($0.value.text) \(pair.counter)\(side)"
          }
        }
      }
      lines.sorted().forEach(Terminal.say)
    }
  }
}

extension Failure {
  static func notDescribed(_ name: String) -> Failure {
    Failure(
      .usage,
      tr(
        "No provider added from a file has the name \"{name}\". For the list, run \"kurs-cli providers\".",
        ["name": name]))
  }
}

struct ProvidersList: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: helpText("List the providers, with their home currency, first day and terms."))
  }

  @OptionGroup var common: CommonOptions
  @Flag(help: helpText("Print JSON.")) var json = false

  func run() async throws {
    try await list()
  }

  private func list() async throws {
    var providers = ProviderDefinition.all.map(\.provider)
    let session = try CLIContext(common)
    if try session.hasUserFile, let team = try await session.team() {
      providers.append(try await session.core.rates.provider(team.id))
    }
    let rates = session.core.rates
    providers += rates.userSeries.providers + rates.userProviders.providers
    let endpoints = await providers.endpoints(rates)
    let moves = Dictionary(
      grouping: try await session.core.rates.download.movedAddresses(), by: \.provider)
    if json {
      return Terminal.say(
        JSONWriter().text(of: .array(providers.map { document($0, endpoints[$0.id], moves[$0.id] ?? []) })))
    }
    for provider in providers {
      let needsKey = endpoints[provider.id].map { $0.key != .none } ?? false
      let key = needsKey ? "  needs a key" : ""
      let word = provider.coverage == 1 ? "currency" : "currencies"
      let reach = provider.coverage == 0 ? "" : ", \(provider.coverage) \(word) since \(provider.firstDay)"
      Terminal.say(
        "\(provider.id)  \(provider.publisher)  \(provider.home)\(reach)\(key)"
          + (provider.isOptIn ? "  only if you name it" : ""))
      let terms = provider.terms.isEmpty ? "" : "; \(provider.terms)"
      Terminal.say("  \(Self.reading(of: provider)); \(provider.attribution)\(terms)")
      for move in moves[provider.id] ?? [] { Terminal.say("  \(move.sentence)") }
    }
  }

  private static func reading(of provider: Provider) -> String {
    let direction =
      switch provider.direction {
      case .othersPerHome: "1 \(provider.home) in other currencies"
      case .homePerOther: "other currencies in \(provider.home)"
      case .statedPerRow: "direction differs by row"
      }
    let day =
      switch provider.dayMeaning {
      case .observed: "dated by the day of observation"
      case .effective: "dated by the first day of validity"
      case .fetched: "dated by the day of the last update"
      }
    let basis = provider.basis == .published ? "" : ", average of buying and selling"
    let validity =
      switch provider.validity {
      case nil: ""
      case .month: ", valid only for its month"
      case .quarterEnd: ", valid from one quarter's end to the next"
      }
    return "\(direction), \(day)\(basis)\(validity)"
  }

  private func document(_ provider: Provider, _ endpoints: ProviderEndpoints?, _ moves: [MovedAddress]) -> JSONValue {
    let key: (String, String?) =
      switch endpoints?.key {
      case .query(let name)?: ("query", name)
      case .header(let name)?: ("header", name)
      case .path?: ("path", nil)
      case KeyPlacement.none?, nil: ("none", nil)
      }
    let publication = provider.publication
    let rhythm =
      switch publication.rhythm {
      case .hourly: "hourly"
      case .daily: "daily"
      case .workingDays: "working days"
      case .weekly: "weekly"
      case .monthly: "monthly"
      case .irregular: "irregular"
      }
    let window: [(String, JSONValue)] = [
      ("rhythm", .string(rhythm)), ("from", .string(Self.time(publication.window.lowerBound))),
      ("to", .string(Self.time(publication.window.upperBound))),
    ]
    let members: [(String, JSONValue)] = [
      ("id", .string(provider.id.name)), ("publisher", .string(provider.publisher)),
      ("home", .string(provider.home.code)), ("currencies", .number(JSONNumber(provider.coverage))),
      ("firstDay", .string(provider.firstDay.description)), ("direction", .string(provider.direction.rawValue)),
      ("day", .string(provider.dayMeaning.rawValue)), ("basis", .string(provider.basis.rawValue)),
      ("carryLimit", .number(JSONNumber(provider.carryLimit))), ("publication", .object(JSONObject(window))),
      ("key", .string(key.0)), ("keyName", key.1.map { JSONValue.string($0) } ?? .null),
      ("address", .string(endpoints?.address ?? "")),
      ("moved", .object(JSONObject(moves.map { ($0.source, JSONValue.string($0.target)) }))),
      ("minimumInterval", .number(JSONNumber(endpoints?.minimumInterval ?? 0))),
      ("terms", .string(provider.terms)), ("attribution", .string(provider.attribution)),
      ("validity", provider.validity.map { .string($0.rawValue) } ?? .null), ("optIn", .bool(provider.isOptIn)),
    ]
    return .object(JSONObject(members))
  }

  private static func time(_ minutes: Int) -> String {
    "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))Z"
  }
}

extension [Provider] {
  fileprivate func endpoints(_ rates: RatesWorkflow) async -> [ProviderID: ProviderEndpoints] {
    var found: [ProviderID: ProviderEndpoints] = [:]
    for provider in self { found[provider.id] = await rates.endpoints(of: provider.id) }
    return found
  }
}

extension MovedAddress {
  var sentence: String {
    let parts = ["old": source, "new": target, "provider": "\(provider)"]
    if isUsed {
      return tr(
        "{old} has moved to {new}. Rates are fetched from there. To undo this, run \"kurs-cli settings set addresses {provider}={old}\".",
        parts)
    }
    return tr(
      "{old} has moved to {new}. To send your key there, run \"kurs-cli settings set addresses {provider}={new}\".",
      parts)
  }
}
