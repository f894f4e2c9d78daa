// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension AccountCommand {
  struct Identities: PlainCommand {
    static var abstract: String {
      helpText("List the ways to sign in: the password, and who one is at which provider.")
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let ways = try await AccountCommand.ways(of: AccountSession(common))
      if json { return Terminal.say(JSONWriter().text(of: ways.json)) }
      for line in ways.lines { Terminal.say(line) }
    }
  }

  /// `account identity add|remove`.
  struct IdentityCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "identity", abstract: helpText("Add or remove a way to sign in with the browser."),
        subcommands: [Add.self, Remove.self])
    }
  }

  struct Add: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("Add who you are at a provider, by signing in there with the browser of this machine."),
        discussion: helpText(
          "Where the sign-in is not fresh, the password is asked for first, or read from standard input."))
    }

    @OptionGroup var common: CommonOptions
    @Option(help: helpText("Which provider; the server's first, if left out.", valueName: "url")) var provider: String?

    func run() async throws {
      let session = try await AccountSession(common)
      var ways = try await AccountCommand.ways(of: session)
      guard let member = await session.account.state.member else { throw Failure(AuthFailure.signedOut) }
      if !ways.isProven {
        guard ways.hasPassword else { throw Failure(.refused(status: 403, reason: "proof-needed", retryAfter: nil)) }
        let password = try Terminal.secret("Password for \(member.email): ")
        ways = try await session.account.confirm(password)
      }
      try await AccountCommand.addIdentity(of: provider, at: member.server, session)
      let added = try await AccountCommand.ways(of: session)
      for line in added.lines { Terminal.say(line) }
    }
  }

  struct Remove: PlainCommand {
    static var abstract: String { helpText("Remove a way to sign in with the browser; the last way in stays.") }
    static var aliases: [String] { ["delete"] }

    @OptionGroup var common: CommonOptions
    @Argument(
      help: helpText("The provider, or the name or address of the identity there, as \"account identities\" lists it."))
    var identity: String

    func run() async throws {
      let session = try await AccountSession(common)
      let ways = try await AccountCommand.ways(of: session)
      let chosen = ways.identities.filter { [$0.issuer, $0.site, $0.subject, $0.email].contains(identity) }
      guard let only = chosen.first else {
        throw Failure(.usage, tr("\"{name}\" is not an identity of this account.", ["name": identity]))
      }
      guard chosen.count == 1 else {
        throw Failure(.usage, tr("\"{name}\" means several; name the one at that provider.", ["name": identity]))
      }
      let left = try await session.account.removeIdentity(only)
      for line in left.lines { Terminal.say(line) }
    }
  }

  private static func ways(of session: AccountSession) async throws -> WaysIn {
    guard await session.settledState().member != nil else { throw Failure(AuthFailure.signedOut) }
    return try await session.account.waysIn()
  }
}
