// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension Failure {
  init(_ error: AccountCallFailure) {
    switch error {
    case .auth(let failure): self.init(failure)
    case .refused(403, "wrong-password", _): self.init(.failure, tr("The password is not right."))
    case .refused(403, "proof-needed", _):
      self.init(
        .failure,
        tr("This sign-in is too old to open another way in; \"kurs-cli account sign-in --browser\" makes a new one."))
    case .refused(409, "identity-taken", _):
      self.init(.failure, tr("This identity is a way in to another account."))
    case .refused(409, "last-way-in", _):
      self.init(.failure, tr("This is the last way in, and stays; add another, or set a password, first."))
    case .refused(404, "no-identity", _):
      self.init(.failure, tr("This identity no longer belongs to the account."))
    case .refused(404, "not-found", _):
      self.init(.unavailable, tr("This account server is too old to tell its ways in."))
    case .refused(429, _, let wait):
      self.init(.unavailable, Self.tooManyTries(Int(wait ?? 1)))
    case .refused(let status, let reason, _):
      self.init(.unavailable, Self.saysNo(status, reason))
    case .api(.notJSON), .api(.status(404)):
      self.init(.badData, tr("There is no Kurs account server at this address."))
    case .api(.refused), .api(.broken), .api(.tooLarge): self.init(.badData, KursWords.brokenAnswer)
    case .api: self.init(.unavailable, tr("The account server cannot be reached."))
    }
  }

  static func saysNo(_ status: Int, _ reason: String) -> String {
    tr("The account server says no: {reason} ({n}).", ["reason": reason, "n": String(status)])
  }
}

extension WaysIn {
  /// A line each, for people.
  var lines: [String] {
    [hasPassword ? "password" : "no password"]
      + identities.map { identity in
        [identity.issuer, identity.subject, identity.email].filter { !$0.isEmpty }.joined(separator: "  ")
      }
  }

  var json: JSONValue {
    [
      "password": .bool(hasPassword),
      "identities": .array(
        identities.map {
          [
            "provider": .string($0.issuer), "subject": .string($0.subject),
            "email": $0.email.isEmpty ? .null : .string($0.email),
          ]
        }),
    ]
  }
}
