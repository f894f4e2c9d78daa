// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes

struct Endpoint: Sendable {
  typealias Run = @Sendable (AccountServer, Call) async throws -> Answer

  /// The callers that an endpoint permits. The server checks the caller before it reads the body, so that strangers
  /// can't fill the memory.
  enum Caller: Sendable { case anyone, member, serverOperator }

  let method: HTTPRequest.Method
  let path: String
  let caller: Caller
  let byteLimit: Int
  var takesJSON = true
  /// The attempt limit, which is checked before the body is read. Nil for no limit, as in commands that need a token.
  var limit: AttemptLimits.Kind?
  let run: Run

  static func get(_ path: String, for caller: Caller, _ run: @escaping Run) -> Self {
    Self(method: .get, path: path, caller: caller, byteLimit: 0, run: run)
  }

  static func post(
    _ path: String, for caller: Caller, upTo byteLimit: Int = 65_536, counted limit: AttemptLimits.Kind? = nil,
    json takesJSON: Bool = true, _ run: @escaping Run
  ) -> Self {
    Self(
      method: .post, path: path, caller: caller, byteLimit: byteLimit, takesJSON: takesJSON, limit: limit, run: run)
  }
}

extension Endpoint {
  private static let mebibyte = 1_048_576

  /// All endpoints. openapi.yaml describes each of them.
  static let all: [Endpoint] = [
    .get("/api/v1/health/", for: .anyone) { try await $0.health($1) },
    .get("/api/v1/mark/", for: .anyone) { try $0.mark($1) },
    .post("/api/v1/member/register/", for: .anyone, counted: .registrationFromAddress) { try await $0.register($1) },
    .post("/api/v1/member/login/email/", for: .anyone, counted: .signInFromAddress) { try await $0.signInByEmail($1) },
    .post("/api/v1/member/login/reset/", for: .anyone, counted: .signInFromAddress) { try await $0.resetPassword($1) },
    .post("/api/v1/member/login/refresh/", for: .anyone) { try await $0.renew($1) },
    .get("/api/v1/member/login/oidc/", for: .anyone) { try $0.identityProviders($1) },
    .post("/api/v1/member/login/oidc/", for: .anyone, counted: .signInFromAddress) {
      try await $0.signInByIdentity($1)
    },
    .post("/api/v1/member/logout/", for: .anyone) { try await $0.signOut($1) },
    .post("/api/v1/member/confirm/", for: .member) { try await $0.confirm($1) },
    .get("/api/v1/member/identities/", for: .member) { try await $0.signInMethods($1) },
    .post("/api/v1/member/identities/add/", for: .member) { try await $0.addIdentity($1) },
    .post("/api/v1/member/identities/remove/", for: .member) { try await $0.removeIdentity($1) },
    .post("/api/v1/member/password/", for: .member) { try await $0.changePassword($1) },
    .post("/api/v1/member/delete/", for: .member) { try await $0.deleteMember($1) },
    .post("/api/v1/member/profile/", for: .member) { try await $0.profile($1) },
    .get("/api/v1/member/avatar/", for: .member) { try await $0.avatar($1) },
    // The limit includes 4096 bytes for the multipart form that contains the picture.
    .post("/api/v1/member/avatar/", for: .member, upTo: Picture.byteLimit + 4096, json: false) { try await $0.putAvatar($1) },
    .post("/api/v1/member/updateconfig/", for: .member, upTo: 2 * mebibyte) { try await $0.updateConfig($1) },
    .post("/api/v1/sync/", for: .member, upTo: SyncRequest.byteLimit) { try await $0.sync($1) },
    .post("/api/v1/track/notification/", for: .anyone, upTo: mebibyte, counted: .eventsFromAddress) {
      try await $0.track($1)
    },
    .post("/api/v1/report/validation/", for: .anyone, upTo: ValidationReport.Batch.byteLimit, counted: .reportsFromAddress) {
      try await $0.report($1)
    },
    .get("/api/v1/rates/latest/", for: .member) { try await $0.latestRates($1) },
    .get("/api/v1/rates/history/", for: .member) { try await $0.rateHistory($1) },
    .post("/api/v1/rates/import/", for: .serverOperator, upTo: 16 * mebibyte, json: false) { try await $0.importRates($1) },
  ]
}
