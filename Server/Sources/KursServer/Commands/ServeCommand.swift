// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOSSL

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Runs the server until it is stopped.")

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"
  @Option(help: "The port. With 0, the system chooses one.")
  var port = 8443
  @Option(help: "The SQLite file. It is created if it doesn't exist.")
  var database: String
  @Option(help: "The file with the key that protects sign-in tokens. It is created if it doesn't exist.")
  var keyFile: String
  @Option(help: "The PEM file with the certificate and its chain.")
  var tlsCert: String?
  @Option(help: "The PEM file with the certificate's private key.")
  var tlsKey: String?
  @Flag(help: "Accept plain HTTP from your proxy, and trust its X-Forwarded-For header.")
  var behindProxy = false
  @Flag(help: "Let anyone register.")
  var openRegistration = false
  @Flag(help: "Let anyone with a code from `kurs-server invite` register.")
  var invitations = false
  @Option(help: "The maximum size of the database in MiB. A full database accepts no new data.")
  var space = 10_240
  @Option(help: "The maximum data of a member in MiB.")
  var memberSpace = 64
  @Option(help: "The maximum number of connections from one address.")
  var connectionsFromAddress = 64
  @Option(help: "The file with the operator's token, which allows uploading rates and reading the status.")
  var operatorTokenFile: String?
  @Option(help: "The loopback port for the status page and /metrics. Both require the operator's token.")
  var operatorPort: Int?
  @Option(help: "The server writes the port of the status page to this file after its start.")
  var operatorPortFile: String?
  @Option(help: "The file with the picture for the team's rates: PNG, JPEG or GIF, up to 1 MiB.")
  var mark: String?
  @Option(help: "A message to all members, shown in the account window. It is one line of up to 500 characters.")
  var message: String?
  @Option(help: "A file with the message, instead of --message. SIGHUP makes the server read it again.")
  var messageFile: String?
  @Option(
    help: "The oldest release of Kurs that may sync, such as 1.4.0. Older releases show that an update is needed.")
  var oldestClient: String?
  @OptionGroup var identity: IdentityOptions
  @Option(help: "The server writes its port to this file after its start.")
  var portFile: String?

  func validate() throws {
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("Use --tls-cert and --tls-key together.")
    }
    guard operatorPort == nil || operatorTokenFile != nil else {
      throw ValidationError("Use --operator-port only with --operator-token-file.")
    }
    guard [port, operatorPort ?? 0].allSatisfy((0...65_535).contains) else {
      throw ValidationError("A port must be a number from 0 to 65535.")
    }
    guard space > 0, memberSpace > 0, connectionsFromAddress > 0 else {
      throw ValidationError("--space, --member-space and --connections-from-address must be above zero.")
    }
    let files = [database, keyFile, portFile, operatorPortFile].compactMap(\.self).map(DatabaseFile.resolved)
    guard Set(files).count == files.count else {
      throw ValidationError("The database, the key and the port files must be different files.")
    }
    guard message == nil || messageFile == nil else {
      throw ValidationError("Use either --message or --message-file.")
    }
    guard message.map(ServiceView.isMessage) ?? true else {
      throw ValidationError("--message must be one line of up to 500 characters.")
    }
    guard oldestClient.map(ServiceView.isRelease) ?? true else {
      throw ValidationError("--oldest-client must be a release such as 1.4.0.")
    }
    guard tlsCert != nil || behindProxy || ["127.0.0.1", "::1", "localhost"].contains(host) else {
      throw ValidationError(
        "Passwords must be encrypted on the network. Use --tls-cert and --tls-key, or --behind-proxy.")
    }
  }

  func run() async throws {
    // SIGHUP is ignored until the service handles it, because the signal would otherwise end the starting server.
    signal(SIGHUP, SIG_IGN)
    // Other users of this computer must not read the database, its journal or the key.
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
      logger.error(
        "can't write the port file", metadata: ["path": "\(file)", "cause": "\(FileFault.reason(of: error))"])
    }
  }

  private static func picture(at path: String) throws -> Picture {
    let bytes: [UInt8]
    do { bytes = [UInt8](try Data(contentsOf: URL(filePath: path))) } catch {
      throw ValidationError("\(path): \(FileFault.reason(of: error))")
    }
    guard bytes.count <= Picture.byteLimit, let picture = Picture(bytes: bytes) else {
      throw ValidationError("\(path) is not a PNG, JPEG or GIF file of up to 1 MiB.")
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
      throw ValidationError("\(path) must contain only one line of up to 500 characters.")
    }
    return text.isEmpty ? nil : text
  }
}
