// SPDX-License-Identifier: GPL-3.0-or-later

/// The limits of a running server, by what is tried.
actor AttemptLimits {
  enum Kind: CaseIterable, Sendable {
    /// A password for one account, whoever sends it.
    case passwordOfAccount
    /// A password, or an identity, from one address.
    case signInFromAddress
    case registrationFromAddress
    case eventsFromAddress
    case reportsFromAddress
  }

  private var limits: [Kind: AttemptLimit] = [
    .passwordOfAccount: AttemptLimit(count: 10, seconds: 900),
    .signInFromAddress: AttemptLimit(count: 40, seconds: 900),
    .registrationFromAddress: AttemptLimit(count: 20, seconds: 3600),
    .eventsFromAddress: AttemptLimit(count: 600, seconds: 3600),
    .reportsFromAddress: AttemptLimit(count: 60, seconds: 3600),
  ]

  /// Counts one attempt, or refuses it.
  func tried(_ kind: Kind, _ key: String, at now: Instant) throws {
    switch limits[kind]?.tried(key, at: now) {
    case .refuse(let seconds): throw Refusal(.rateLimited, .init(retryAfter: seconds))
    case .admit, nil: return
    }
  }

  /// Takes back an attempt that was the right one.
  func succeeded(_ kind: Kind, _ key: String) {
    limits[kind]?.succeeded(key)
  }
}
