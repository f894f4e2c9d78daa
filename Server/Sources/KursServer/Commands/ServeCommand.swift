// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOSSL

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serves until it is told to stop.")

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"
  @Option(help: "The port; 0 lets the system choose.")
  var port = 8443
  @Option(help: "The SQLite file; made if it is not there.")
  var database: String
  @Option(help: "The file with the key that seals tokens; made if it is not there.")
  var keyFile: String
  @Option(help: "The certificate and those above it, PEM.")
  var tlsCert: String?
  @Option(help: "The certificate's private key, PEM.")
  var tlsKey: String?
  @Flag(help: "Plain HTTP from a proxy of your own, whose X-Forwarded-For is believed.")
  var behindProxy = false
  @Flag(help: "Let anyone register.")
  var openRegistration = false
  @Flag(help: "Let whoever has a code of `kurs-server invite` register.")
  var invitations = false
  @Option(help: "How many MiB the file may take; then nothing more is written, and reading goes on.")
  var space = 10_240
  @Option(help: "How many MiB a member may store.")
  var memberSpace = 64
  @Option(help: "How many connections one address may hold at once.")
  var connectionsFromAddress = 64
  @Option(help: "The file with the token that may upload rates, and see the state.")
  var operatorTokenFile: String?
  @Option(help: "The port, on the loopback alone, on which the operator's token shows the state and /metrics.")
  var operatorPort: Int?
  @Option(help: "Where to write that port once the server listens.")
  var operatorPortFile: String?
  @Option(help: "The file with the picture beside the team's rates: PNG, JPEG or GIF, up to 1 MiB.")
  var mark: String?
  @Option(help: "A line for every member, shown beside their account: up to 500 characters of plain text.")
  var message: String?
  @Option(help: "The file with that line, in place of --message; SIGHUP reads it again.")
  var messageFile: String?
  @Option(help: "The oldest release of Kurs that may sync, such as 1.4.0; an older one asks to be updated.")
  var oldestClient: String?
  @OptionGroup var identity: IdentityOptions
  @Option(help: "Where to write the port once the server listens.")
  var portFile: String?

  func validate() throws {
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key go together.")
    }
    guard operatorPort == nil || operatorTokenFile != nil else {
      throw ValidationError("--operator-port goes with --operator-token-file.")
    }
    guard [port, operatorPort ?? 0].allSatisfy((0...65_535).contains) else {
      throw ValidationError("A port is a number up to 65535.")
    }
    guard space > 0, memberSpace > 0, connectionsFromAddress > 0 else {
      throw ValidationError("--space, --member-space and --connections-from-address are more than nothing.")
    }
    let files = [database, keyFile, portFile, operatorPortFile].compactMap(\.self).map(DatabaseFile.resolved)
    guard Set(files).count == files.count else {
      throw ValidationError("The database, the key and the port files are different files.")
    }
    guard message == nil || messageFile == nil else {
      throw ValidationError("--message or --message-file, not both.")
    }
    guard message.map(ServiceView.isMessage) ?? true else {
      throw ValidationError("--message is one line of up to 500 characters.")
    }
    guard oldestClient.map(ServiceView.isRelease) ?? true else {
      throw ValidationError("--oldest-client is a release such as 1.4.0.")
    }
    guard tlsCert != nil || behindProxy || ["127.0.0.1", "::1", "localhost"].contains(host) else {
      throw ValidationError(
        "Passwords never go over a network in the clear: --tls-cert and --tls-key, or --behind-proxy.")
    }
  }

  func run() async throws {
    // Until the service handles it, a reload at the start would end the server.
    signal(SIGHUP, SIG_IGN)
    // Other users of the machine must not read the database, its journal or the key.
    umask(0o077)
    let logger = Logger(label: "kurs-server", factory: { StreamLogHandler.standardError(label: $0) })
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
    do {
      try await serve(client: client, logger: logger)
    } catch {
      try? await client.shutdown()
      throw error
    }
    try await client.shutdown()
  }

  private func serve(client: HTTPClient, logger: Logger) async throws {
    let clock = SystemClock.now
    FileLimit.raise()
    let lock = try ServerLock(database: database)
    defer { lock.free() }
    let database = try ServerDatabase(path: database)
    let witness = Witness(of: database)
    let notice = Live(try messageFile.map(Self.message) ?? message)
    let secret = try SecretFile.key(at: keyFile)
    var terms = SpaceTerms()
    (terms.server, terms.member) = (space * 1_048_576, memberSpace * 1_048_576)
    let server = AccountServer(
      settings: .init(
        version: ServerVersion.text, isRegistrationOpen: openRegistration,
        isIdentityRegistrationOpen: openRegistration || identity.oidcRegistration,
        operatorToken: try operatorTokenFile.map(SecretFile.text), takesInvitations: invitations, space: terms,
        epoch: try witness.opened(random: SystemRandom.bytes, makeID: { UUID() }), mark: try mark.map(Self.picture),
        message: notice, oldestClient: oldestClient),
      database: database, tokens: TokenKey(secret: secret),
      passwords: PasswordQueue(cost: .standard, random: SystemRandom.bytes),
      limits: AttemptLimits(database: database, secret: secret),
      identities: Identities(providers: try identity.providers(), network: .live(client), clock: clock, logger: logger),
      clock: clock, makeID: { UUID() })
    var application = ServerApplication(
      server: server, logger: logger, host: host, port: port, isBehindProxy: behindProxy)
    let certificate = try Certificate(chain: tlsCert, key: tlsKey)
    application.tls = certificate?.configuration
    application.reload = { [messageFile] in
      try certificate?.reload()
      if let messageFile { notice.set(try Self.message(at: messageFile)) }
    }
    application.connectionsFromAddress = connectionsFromAddress
    application.renewStamp = { try witness.renew(random: SystemRandom.bytes) }
    application.operatorPort = operatorPort
    application.onOperatorRunning = { [operatorPortFile] port in Self.write(port, to: operatorPortFile, logger) }
    application.onRunning = { [portFile] port in
      logger.info("listening", metadata: ["port": "\(port)"])
      Self.write(port, to: portFile, logger)
    }
    try await application.make().runService()
    try witness.renew(random: SystemRandom.bytes)
  }

  private static func write(_ port: Int, to file: String?, _ logger: Logger) {
    guard let file else { return }
    do { try Data("\(port)\n".utf8).write(to: URL(filePath: file), options: .atomic) } catch {
      logger.error("cannot write the port", metadata: ["path": "\(file)", "cause": "\(FileFault.reason(of: error))"])
    }
  }

  private static func picture(at path: String) throws -> Picture {
    let bytes: [UInt8]
    do { bytes = [UInt8](try Data(contentsOf: URL(filePath: path))) } catch {
      throw ValidationError("\(path): \(FileFault.reason(of: error))")
    }
    guard bytes.count <= Picture.byteLimit, let picture = Picture(bytes: bytes) else {
      throw ValidationError("\(path): no PNG, JPEG or GIF of up to 1 MiB.")
    }
    return picture
  }

  private static func message(at path: String) throws -> String? {
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw ValidationError("\(path): \(FileFault.reason(of: error))")
    }
    guard text.isEmpty || ServiceView.isMessage(text) else {
      throw ValidationError("\(path) holds more than one line of up to 500 characters.")
    }
    return text.isEmpty ? nil : text
  }
}
