// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes

/// One command: where it is asked for, how long its body may be, and what carries it out.
struct Endpoint: Sendable {
  let method: HTTPRequest.Method
  let path: String
  let byteLimit: Int
  let run: @Sendable (AccountServer, Call) async throws -> Answer

  static func get(_ path: String, _ run: @escaping @Sendable (AccountServer, Call) async throws -> Answer) -> Self {
    Self(method: .get, path: path, byteLimit: 0, run: run)
  }

  static func post(
    _ path: String, upTo byteLimit: Int = 65_536,
    _ run: @escaping @Sendable (AccountServer, Call) async throws -> Answer
  ) -> Self {
    Self(method: .post, path: path, byteLimit: byteLimit, run: run)
  }

  /// All commands; openapi.yaml describes the same.
  static let all: [Endpoint] = [
    .get("/api/v1/health/") { try $0.health($1) },
    .post("/api/v1/member/register/") { try await $0.register($1) },
    .post("/api/v1/member/login/email/") { try await $0.signInByEmail($1) },
    .post("/api/v1/member/login/refresh/") { try await $0.renew($1) },
    .get("/api/v1/member/login/oidc/") { try $0.identityProviders($1) },
    .post("/api/v1/member/login/oidc/") { try await $0.signInByIdentity($1) },
    .post("/api/v1/member/logout/") { try await $0.signOut($1) },
    .post("/api/v1/member/password/") { try await $0.changePassword($1) },
    .post("/api/v1/member/delete/") { try await $0.deleteMember($1) },
    .post("/api/v1/member/profile/") { try await $0.profile($1) },
    .get("/api/v1/member/avatar/") { try await $0.avatar($1) },
    .post("/api/v1/member/avatar/", upTo: Picture.byteLimit + 4096) { try await $0.putAvatar($1) },
    .post("/api/v1/member/updateconfig/", upTo: 2 * 1_048_576) { try await $0.updateConfig($1) },
    .post("/api/v1/sync/", upTo: SyncRequest.byteLimit) { try await $0.sync($1) },
    .post("/api/v1/track/notification/", upTo: 1_048_576) { try await $0.track($1) },
    .post("/api/v1/report/validation/", upTo: 1_048_576) { try await $0.report($1) },
    .get("/api/v1/rates/latest/") { try await $0.latestRates($1) },
    .get("/api/v1/rates/history/") { try await $0.rateHistory($1) },
    .post("/api/v1/rates/import/", upTo: 16 * 1_048_576) { try await $0.importRates($1) },
  ]
}
