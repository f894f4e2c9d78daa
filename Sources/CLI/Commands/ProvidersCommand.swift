// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
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
