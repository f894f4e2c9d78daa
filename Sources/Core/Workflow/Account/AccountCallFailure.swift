// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI

/// Why a call to the account server gave nothing.
public enum AccountCallFailure: Error, Hashable, Sendable {
  /// It was not sent, or not again, for want of a token.
  case auth(AuthFailure)
  /// The server refused the call itself; its code.
  case refused(status: Int, reason: String, retryAfter: Int?)
  /// A fault on the way.
  case api(APIError)

  /// Seconds that the server asks to be left alone; nil where it names none.
  var retryAfter: Int? {
    switch self {
    case .auth: nil
    case .refused(_, _, let seconds): seconds
    case .api(let error): error.retryAfter
    }
  }
}

extension APIError {
  /// As whoever asks judges it that need not know whose answer it is: the queue, and the timetable of a team's rates.
  init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.unavailable), .auth(.busy): self = .unreachable(.connection)
    case .auth(.signedOut): self = .status(401)
    case .refused(let status, _, let seconds): self.init(status: status, retryAfter: seconds)
    case .api(let error): self = error
    }
  }
}
