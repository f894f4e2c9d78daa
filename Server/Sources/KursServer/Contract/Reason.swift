// SPDX-License-Identifier: GPL-3.0-or-later

enum Reason: String, CaseIterable, Sendable {
  case malformed
  case tokenMissing = "token-missing"
  case tokenInvalid = "token-invalid"
  case tokenExpired = "token-expired"
  case tokenReused = "token-reused"
  case sessionEnded = "session-ended"
  case signInAgain = "sign-in-again"
  case wrongCredentials = "wrong-credentials"
  case identityRefused = "identity-refused"
  case wrongPassword = "wrong-password"
  case proofNeeded = "proof-needed"
  case registrationClosed = "registration-closed"
  case invitationNeeded = "invitation-needed"
  case notOperator = "not-operator"
  case foreignOrigin = "foreign-origin"
  case notFound = "not-found"
  case noAvatar = "no-avatar"
  case noIdentity = "no-identity"
  case noMark = "no-mark"
  case issuerUnknown = "issuer-unknown"
  case methodNotAllowed = "method-not-allowed"
  case emailTaken = "email-taken"
  case identityTaken = "identity-taken"
  case lastSignInMethod = "last-way-in"
  case sinceAhead = "since-ahead"
  case accountDeleted = "account-deleted"
  case tooLarge = "too-large"
  case quotaFull = "quota-full"
  case notAPicture = "not-a-picture"
  case notJSON = "not-json"
  case emailInvalid = "email-invalid"
  case passwordWeak = "password-weak"
  case keyReused = "key-reused"
  case clockAhead = "clock-ahead"
  case ratesMalformed = "rates-malformed"
  case rateLimited = "rate-limited"
  case failed
  case busy
  case unavailable
  case issuerUnreachable = "issuer-unreachable"

  var status: Int {
    switch self {
    case .malformed: 400
    case .tokenMissing, .tokenInvalid, .tokenExpired, .tokenReused, .sessionEnded, .signInAgain: 401
    case .wrongCredentials, .identityRefused: 401
    case .wrongPassword, .proofNeeded, .registrationClosed, .invitationNeeded, .notOperator, .foreignOrigin: 403
    case .notFound, .noAvatar, .noIdentity, .noMark, .issuerUnknown: 404
    case .methodNotAllowed: 405
    case .emailTaken, .identityTaken, .lastSignInMethod, .sinceAhead: 409
    case .accountDeleted: 410
    case .tooLarge, .quotaFull: 413
    case .notAPicture, .notJSON: 415
    case .emailInvalid, .passwordWeak, .keyReused, .clockAhead, .ratesMalformed: 422
    case .rateLimited: 429
    case .failed: 500
    case .busy, .unavailable, .issuerUnreachable: 503
    }
  }
}
