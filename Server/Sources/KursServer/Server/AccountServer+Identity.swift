// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  func identityProviders(_ call: Call) throws -> Answer {
    struct Issuer: Encodable {
      let issuer: String
      let clientID: String

      enum CodingKeys: String, CodingKey {
        case issuer
        case clientID = "client_id"
      }
    }
    struct Issuers: Encodable { let issuers: [Issuer] }
    return try .of(Issuers(issuers: identities.providers.map { Issuer(issuer: $0.issuer, clientID: $0.clientID) }))
  }

  func signInByIdentity(_ call: Call) async throws -> Answer {
    let request = try call.json(IdentityRequest.self)
    try checkNames(name: nil, device: request.device)
    let identity = try await believed(request, from: call)
    let now = clock()
    return try await database.write { database in
      let members = Members(database: database)
      let known = try members.member(issuer: identity.issuer, subject: identity.subject)
      let member = try known ?? registered(identity, at: now, members: members)
      try members.keep(identity, of: member.id)
      return try begin(for: member, device: request.device, at: now, in: database)
    }
  }

  func believed(_ request: IdentityRequest, from call: Call) async throws -> Identity {
    let provider = identities.providers.first { $0.issuer.utf8.elementsEqual(request.issuer.utf8) }
    guard let provider else { throw Refusal(.issuerUnknown) }
    let proof = try request.proof()
    let identity = try await limits.judged([.init(.signInFromAddress, call.address.text)], at: clock()) {
      () async throws -> Identity? in
      do {
        return try await identities.identity(from: provider, proof: proof)
      } catch let fault as IdentityFault {
        if fault == .unreachable { throw Refusal(.issuerUnreachable) }
        return nil
      }
    }
    guard let identity else { throw Refusal(.identityRefused) }
    return identity
  }

  private func registered(_ identity: Identity, at now: Instant, members: Members) throws -> Member {
    guard settings.isIdentityRegistrationOpen else { throw Refusal(.registrationClosed) }
    let email = identity.email.flatMap(EmailAddress.init)
    // An account with this email address exists. The identity isn't added to it, because the account's owner may not
    // own the mailbox.
    if let email, try members.member(email: email) != nil { throw Refusal(.emailTaken) }
    let member = Member(
      id: makeID(), email: email?.text, name: identity.name ?? "", password: nil, created: now,
      config: [:], configRevision: 0, revision: 0)
    try members.insert(member)
    return member
  }
}

struct IdentityRequest: Decodable {
  let issuer: String
  let nonce: String
  let code: String?
  let codeVerifier: String?
  let redirectURI: String?
  let device: String?

  enum CodingKeys: String, CodingKey {
    case issuer, nonce, code, device
    case codeVerifier = "code_verifier"
    case redirectURI = "redirect_uri"
  }

  // Whether a redirect address is on the loopback interface. The browser must return to the same computer, at any port
  // (RFC 8252, section 7.3).
  private static func isLoopback(_ address: String) -> Bool {
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !address.contains("#"),
      let host = ["http://127.0.0.1", "http://[::1]"].first(where: address.hasPrefix)
    else { return false }
    let rest = address.dropFirst(host.count)
    let port = rest.prefix { $0 != "/" && $0 != "?" }
    return port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil
  }

  func proof() throws -> IdentityProof {
    guard let code else { throw Refusal(.malformed, .init(field: "code")) }
    guard let codeVerifier else { throw Refusal(.malformed, .init(field: "code_verifier")) }
    guard let redirectURI else { throw Refusal(.malformed, .init(field: "redirect_uri")) }
    let limits = [
      ("issuer", issuer, 512), ("nonce", nonce, 256), ("code", code, 4096), ("code_verifier", codeVerifier, 128),
      ("redirect_uri", redirectURI, 512),
    ]
    for (field, text, limit) in limits where text.utf8.count > limit {
      throw Refusal(.malformed, .init(field: field))
    }
    guard Self.isLoopback(redirectURI) else { throw Refusal(.malformed, .init(field: "redirect_uri")) }
    return IdentityProof(code: code, verifier: codeVerifier, redirectURI: redirectURI, nonce: nonce)
  }
}
