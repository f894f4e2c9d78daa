// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `import FILE`: takes up a provider's file that the person has.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take up a file of rates, such as the ECB's eurofxref-hist.zip.")

  @OptionGroup var common: CommonOptions
  @Argument(help: "The file.") var file: String
  @Option(help: "Whose file it is.") var provider: String

  func run() async throws {
    try await Terminal.run {
      let session = try Session(common)
      let progress = try await Failure.wording {
        try await session.core.rates.importFile(Session.absolute(file), of: ProviderID(provider))
      }
      Terminal.say("\(progress.changed) rates were new or corrected.")
    }
  }
}

/// `refresh`: asks the provider for what is missing. Touches the network.
struct RefreshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Fetch what is missing from the provider (uses the network).")

  @OptionGroup var common: CommonOptions
  @Option(help: "Which provider.") var provider = "ecb"
  @Option(help: ArgumentHelp("Another server than the provider's own.", valueName: "url")) var baseUrl: String?

  func run() async throws {
    try await Terminal.run {
      let session = try Session(common)
      let id = ProviderID(provider)
      if id == session.core.bundle.provider { _ = try await session.table(of: id, on: nil) }
      let progress = try await Failure.wording {
        try await session.core.rates.refresh(id, address: baseUrl.map(withoutSlash))
      }
      let newest = try await session.table(of: id, on: nil).newest
      Terminal.say("\(progress.changed) rates were new or corrected; the newest are of \(newest).")
    }
  }

  private func withoutSlash(_ address: String) -> String {
    address.hasSuffix("/") ? String(address.dropLast()) : address
  }
}
