// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import KursCore

struct AccountCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "account", abstract: helpText("Sign in and out, and switch between accounts."),
      discussion: helpText(
        "Kurs prompts for passwords, or reads them from standard input. They are saved only in the keyring."),
      subcommands: [
        SignInCommand.self, Register.self, ResetPassword.self, SignOut.self, Status.self, Switch.self, Identities.self,
        IdentityCommand.self,
        WaitingCommand.self, Unsent.self, Copy.self,
      ],
      defaultSubcommand: Status.self)
  }

  struct SignInCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "sign-in", abstract: helpText("Sign in with email and password, or with the browser."))
    }

    @OptionGroup var common: CommonOptions
    @Option(help: helpText("The account server, such as https://kurs.example.org.", valueName: "url"))
    var server: String?
    @Flag(help: helpText("Also save the password. Kurs uses it when your sign-in expires.")) var keepPassword =
      false
    @Flag(help: helpText("Sign in with the browser of this computer."))
    var browser = false
    @Option(help: helpText("The site that signs you in. Default: the first site of the server.", valueName: "url"))
    var issuer: String?
    @Argument(help: helpText("The email address of the account. Not used with --browser.")) var email: String?

    func validate() throws {
      guard browser == (email == nil) else {
        throw ValidationError(tr("Use either the email address of the account or --browser."))
      }
      guard browser || issuer == nil else { throw ValidationError(tr("Use --issuer only with --browser.")) }
      guard !(browser && keepPassword) else {
        throw ValidationError(tr("Can't save a password with --browser."))
      }
    }

    func run() async throws {
      try await AccountSession.run(common) { session in
        let server = try await session.server(server)
        guard let email else { return try await AccountCommand.signIn(withBrowserAt: server, issuer, session) }
        let password = try Terminal.secret(tr("Password for {email}:", ["email": email]))
        try await AccountCommand.signIn(
          SignIn(server: server, email: email, password: password, keepsPassword: keepPassword), session)
      }
    }
  }

  struct Register: PlainCommand {
    static var abstract: String { helpText("Create an account and sign in.") }

    @OptionGroup var common: CommonOptions
    @Option(help: helpText("The account server, such as https://kurs.example.org.", valueName: "url"))
    var server: String?
    @Option(help: helpText("Your name.")) var name = ""
    @Option(help: helpText("The code of an invitation, if the server requires one.", valueName: "code"))
    var invitation = ""
    @Flag(help: helpText("Also save the password. Kurs uses it when your sign-in expires.")) var keepPassword =
      false
    @Argument(help: helpText("The email address of the account.")) var email: String

    func run() async throws {
      try await AccountSession.run(common) { session in
        let server = try await session.server(server)
        let password = try Terminal.newSecret(email)
        var form = SignIn(
          server: server, email: email, password: password, keepsPassword: keepPassword, registersAs: name)
        form.invitation = invitation
        try await AccountCommand.signIn(form, session)
      }
    }
  }

  struct ResetPassword: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "reset-password", abstract: helpText("Set a new password with a code from the server's operator."),
        discussion: helpText("Without --code, the first input line is the code. The second line is the new password."))
    }

    @OptionGroup var common: CommonOptions
    @Option(help: helpText("The account server, such as https://kurs.example.org.", valueName: "url"))
    var server: String?
    @Option(help: helpText("The operator's code. You can use it once, within a day.", valueName: "code"))
    var code: String?
    @Flag(help: helpText("Also save the password. Kurs uses it when your sign-in expires.")) var keepPassword =
      false
    @Argument(help: helpText("The email address of the account.")) var email: String

    func run() async throws {
      try await AccountSession.run(common) { session in
        let server = try await session.server(server)
        let code = try code.map { Secret($0) } ?? Terminal.secret(tr("Code from the operator:"))
        let password = try Terminal.newSecret(email)
        var form = SignIn(server: server, email: email, password: password, keepsPassword: keepPassword)
        form.resetCode = code
        try await AccountCommand.signIn(form, session)
      }
    }
  }

  struct SignOut: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "sign-out", abstract: helpText("Sign out and delete the account's data on this computer."))
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Keep the account's data here for the next sign-in.")) var keepData = false
    @Flag(help: helpText("Also delete changes that were never sent.")) var discard = false

    func run() async throws {
      try await AccountSession.run(common) { session in
        guard await session.settledState().member != nil else { throw Failure(AuthFailure.signedOut) }
        let unsent = keepData || discard ? 0 : try await session.services.sendUnsent()
        guard unsent == 0 else {
          throw Failure(
            .failure,
            trn(
              "{n} change is on this computer only. Keep it with --keep-data, or delete it with --discard.",
              "{n} changes are on this computer only. Keep them with --keep-data, or delete them with --discard.",
              unsent))
        }
        let failure = await session.account.signOut(keepingData: keepData)
        await session.services.statistics.analytics.waitUntilDelivered()
        if let failure { throw Failure(failure, keepingData: keepData) }
        Terminal.say(tr("Signed out."))
      }
    }
  }

  struct Status: PlainCommand {
    static var abstract: String { helpText("Show the signed-in account.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      try await AccountSession.run(common) { session in
        _ = await session.settledState()
        async let asked: Void = session.account.askAboutService()
        await session.account.confirmed()
        await asked
        let state = await session.settledState()
        Terminal.say(json ? JSONWriter().text(of: state.json) : state.sentence)
        await session.reportRefusedChanges()
        await session.reportCopies()
        if !json { state.serviceSentences.forEach { Terminal.say($0) } }
        guard state.phase == .signedIn else { throw ExitCode.failure }
      }
    }
  }

  struct Switch: PlainCommand {
    static var abstract: String { helpText("Switch to another account on this computer.") }

    @OptionGroup var common: CommonOptions
    @Option(
      help: helpText(
        "The server of the account. Needed only if this email address has accounts on several servers.",
        valueName: "url"))
    var server: String?
    @Argument(
      help: helpText("The email address or id of the account. \"none\" switches to the data without an account."))
    var email: String

    func run() async throws {
      try await AccountSession.run(common) { session in
        let members = await session.account.state.members
        let server = server.map { ServerAddress($0)?.text ?? $0 }
        let chosen = members.filter { member in
          (member.email.lowercased() == email.lowercased() || member.id.text == email || member.ownID == email)
            && (server == nil || member.server == server)
        }
        guard !chosen.isEmpty || email == "none" else { throw CommandFailure.unknownAccount(email) }
        guard chosen.count < 2 else { throw CommandFailure.severalAccounts(email, chosen.map(\.id.text)) }
        try await session.account.switchTo(chosen.first?.id)
        await session.services.statistics.analytics.waitUntilDelivered()
        Terminal.say(await session.settledState().sentence)
        try await session.adopt()
      }
    }
  }

  private static func signIn(_ form: SignIn, _ session: AccountSession) async throws {
    do throws(SignInFailure) { try await session.account.signIn(form) } catch {
      // If the server has begun a session that Kurs can't use, waits until the server has ended that session.
      await session.account.finishRemovals()
      throw Failure(error, form)
    }
    try await sayWhoIsSignedIn(session)
  }

  static func sayWhoIsSignedIn(_ session: AccountSession) async throws {
    await session.services.statistics.analytics.waitUntilDelivered()
    let state = await session.account.state
    Terminal.say(state.sentence)
    try await session.adopt()
    if !state.isRemembered {
      Terminal.printError(
        state.keyringFailure == .locked
          ? tr(
            "The keyring is still locked, so you are signed out when this command ends. Unlock the keyring, then sign in again."
          )
          : tr("Can't save the sign-in in the keyring. You are signed out when this command ends."))
    }
    await session.services.objects.reportUnsent()
  }
}

extension AccountCommand {
  static func signIn(withBrowserAt server: String, _ issuer: String?, _ session: AccountSession) async throws {
    do throws(SignInFailure) {
      try await session.account.signIn(browserSignIn(issuer, at: server))
    } catch {
      throw Failure(error, SignIn(server: server, email: "", password: Secret("")))
    }
    try await sayWhoIsSignedIn(session)
  }

  static func addIdentity(of issuer: String?, at server: String, _ session: AccountSession) async throws {
    do throws(SignInFailure) {
      try await session.account.identities.add(browserSignIn(issuer, at: server))
    } catch {
      throw Failure(error, SignIn(server: server, email: "", password: Secret("")))
    }
  }

  private static func browserSignIn(_ issuer: String?, at server: String) -> BrowserSignIn {
    BrowserSignIn(server: server, issuer: issuer, pages: .translated) { address in
      let sentence = tr("Sign in with a browser on this computer, at this address:")
      Terminal.tell("\(sentence)\n\n  \(address)\n")
      return true
    }
  }
}

extension AccountCommand {
  struct Copy: PlainCommand {
    static var abstract: String {
      helpText(
        "Keep an account's data after the server deleted the account or signed you out. The data stays on this computer."
      )
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The email address or id of the account, if several accounts have data here."))
    var email: String?
    @Flag(help: helpText("Permanently delete the data instead.")) var discard = false

    func run() async throws {
      try await AccountSession.run(common) { session in
        let member = await session.settledState().member
        let copies = await session.services.recoveredCopies()
        guard !copies.isEmpty else { return Terminal.say(tr("This computer has no data of another account.")) }
        if member != nil {
          await session.reportCopies()
          throw Failure(
            .failure,
            tr("You are signed in to another account. First run \"kurs-cli account switch none\"."))
        }
        let copy = try chosen(of: copies)
        if discard {
          try await session.services.discardCopy(of: copy.member)
          return Terminal.say(trn("{n} item deleted.", "{n} items deleted.", copy.count))
        }
        try await session.services.keepCopy(of: copy.member)
        Terminal.say(
          trn("{n} item kept on this computer.", "{n} items kept on this computer.", copy.count))
      }
    }

    /// Chooses the copy of one account. Data of different accounts must never mix, so a call handles only one copy.
    private func chosen(of copies: [RecoveredCopy]) throws -> RecoveredCopy {
      let meant = copies.filter {
        email == nil || $0.member.text == email || $0.email.lowercased() == email?.lowercased()
      }
      if meant.count == 1 { return meant[0] }
      let named = (meant.isEmpty ? copies : meant).map { copy in
        copy.email.isEmpty || meant.count(where: { $0.email == copy.email }) > 1 ? copy.member.text : copy.email
      }
      throw Failure(
        .usage, tr("Name the account whose data you mean: {accounts}.", ["accounts": named.joined(separator: ", ")]))
    }
  }
}

extension AccountCommand {
  struct Unsent: PlainCommand {
    static var abstract: String {
      helpText("Restore changes that were not sent before the server signed you out.")
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Permanently delete the data instead.")) var discard = false

    func run() async throws {
      try await AccountSession.run(common) { session in
        guard await session.settledState().member != nil else { throw Failure(AuthFailure.signedOut) }
        let kept = try await session.services.savedUnsent()
        guard kept > 0 else { return Terminal.say(tr("No unsent changes found.")) }
        if discard {
          try await session.services.discardUnsent()
          return Terminal.say(trn("{n} change deleted.", "{n} changes deleted.", kept))
        }
        try await session.services.adoptUnsent()
        Terminal.say(
          trn("{n} change restored. The next sync sends it.", "{n} changes restored. The next sync sends them.", kept))
      }
    }
  }
}

extension AccountCommand {
  struct Identities: PlainCommand {
    static var abstract: String {
      helpText("List the sign-in methods: your password, and the sites that sign you in.")
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let ways = try await AccountCommand.ways(of: AccountSession(common))
      if json { return Terminal.say(JSONWriter().text(of: ways.json)) }
      for line in ways.lines { Terminal.say(line) }
    }
  }

  struct IdentityCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "identity", abstract: helpText("Add or remove a sign-in method with the browser."),
        subcommands: [Add.self, Remove.self])
    }
  }

  struct Add: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("Add a site that signs you in. You sign in there with the browser."),
        discussion: helpText(
          "If you signed in long ago, enter your password first. You can also pass it on standard input."))
    }

    @OptionGroup var common: CommonOptions
    @Option(help: helpText("The site that signs you in. Default: the first site of the server.", valueName: "url"))
    var provider: String?

    func run() async throws {
      let session = try await AccountSession(common)
      var ways = try await AccountCommand.ways(of: session)
      guard let member = await session.account.state.member else { throw Failure(AuthFailure.signedOut) }
      if !ways.isProven {
        guard ways.hasPassword else { throw Failure(.refused(status: 403, reason: "proof-needed", retryAfter: nil)) }
        let password = try Terminal.secret(tr("Password for {email}:", ["email": member.email]))
        ways = try await session.account.identities.confirm(password)
      }
      try await AccountCommand.addIdentity(of: provider, at: member.server, session)
      let added = try await AccountCommand.ways(of: session)
      for line in added.lines { Terminal.say(line) }
    }
  }

  struct Remove: PlainCommand {
    static var abstract: String { helpText("Remove a sign-in method with the browser. You can't remove the last one.") }
    static var aliases: [String] { ["delete"] }

    @OptionGroup var common: CommonOptions
    @Argument(
      help: helpText(
        "The site that signs you in, or your email address there. For the list, run \"kurs-cli account identities\"."))
    var identity: String

    func run() async throws {
      let session = try await AccountSession(common)
      let ways = try await AccountCommand.ways(of: session)
      let chosen = ways.identities.filter { [$0.issuer, $0.site, $0.subject, $0.email].contains(identity) }
      guard let only = chosen.first else {
        throw Failure(.usage, tr("\"{name}\" is not a sign-in method of this account.", ["name": identity]))
      }
      guard chosen.count == 1 else {
        throw Failure(
          .usage,
          tr(
            "\"{name}\" matches several sign-in methods. Use the web address of the site, or your email address there.",
            ["name": identity]))
      }
      let left = try await session.account.identities.remove(only)
      for line in left.lines { Terminal.say(line) }
    }
  }

  private static func ways(of session: AccountSession) async throws -> SignInMethods {
    guard await session.settledState().member != nil else { throw Failure(AuthFailure.signedOut) }
    return try await session.account.identities.methods()
  }
}
