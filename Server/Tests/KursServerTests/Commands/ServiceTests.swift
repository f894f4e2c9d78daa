// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

/// Tests the `service` object in the responses, with for example the operator's message and the oldest permitted
/// client.
@Suite struct ServiceTests {
  private let config = "/api/v1/member/updateconfig/"
  private let avatar = "/api/v1/member/avatar/"

  @Test("a settings request without changes returns the server's message and limits")
  func aSettingsRequestWithoutChangesReturnsTheServersMessageAndLimits() async throws {
    try await withServer(ServerSetup(message: "Closed on Sunday.", oldestClient: "1.4")) { client in
      let member = try await client.registered()
      let data = try await member.post(config, #"{"config":{}}"#).ok()
      #expect(data["config"] == .object([:]) && data["config_revision"] == .number(0))
      #expect(
        data["service"]
          == .object([
            "message": .string("Closed on Sunday."), "oldest_client": .string("1.4"),
            "limits": .object([
              "picture_bytes": .number(1_048_576), "value_bytes": .number(262_144), "changes": .number(1000),
              "report_bytes": .number(1_048_576),
            ]),
          ]))
      #expect(try await member.post(config, #"{"config":{"a":"b"}}"#).ok()["service"] == nil)
    }
  }

  @Test("without an operator's message, a settings response contains only the server's limits")
  func withoutAnOperatorsMessageASettingsResponseContainsOnlyTheServersLimits() async throws {
    try await withServer { client in
      let service = try await client.registered().post(config, #"{"config":{}}"#).ok()["service"]
      #expect(service?["message"] == nil && service?["oldest_client"] == nil)
      #expect(service?["limits"]?["changes"] == .number(1000))
    }
  }

  @Test("a picture is accepted up to the size limit and refused above")
  func aPictureIsAcceptedUpToTheSizeLimitAndRefusedAbove() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let told = try await member.post(config, #"{"config":{}}"#).ok()["service"]?["limits"]?["picture_bytes"]
      let limit = try #require(told?.number)
      let picture = SyncTests.png + [UInt8](repeating: 0, count: limit - SyncTests.png.count)
      try await member.client.send("POST", avatar, body: picture).ok()
      try await member.client.send("POST", avatar, body: picture + [0]).refused(.tooLarge)
    }
  }

  @Test(
    "an operator's message with several lines or over 500 characters is refused",
    arguments: ["", "two\nlines", "\u{7}", String(repeating: "x", count: 501)])
  func anOperatorsMessageWithSeveralLinesOrOver500CharactersIsRefused(_ text: String) {
    #expect(!ServiceView.isMessage(text))
  }

  @Test(
    "an operator's message can have 500 characters in any language",
    arguments: ["x", "Wartung am Sonntag", "مغلق يوم الأحد", String(repeating: "ä", count: 500)])
  func anOperatorsMessageCanHave500CharactersInAnyLanguage(_ text: String) { #expect(ServiceView.isMessage(text)) }

  @Test("a malformed minimum client version is refused",
    arguments: ["", "1.", ".1", "1.2.3.4", "12345", "1.4-dev", "١"])
  func aMalformedMinimumClientVersionIsRefused(_ text: String) { #expect(!ServiceView.isRelease(text)) }

  @Test("a valid minimum client version is accepted", arguments: ["1", "1.4", "1.4.0", "9999.9999.9999"])
  func aValidMinimumClientVersionIsAccepted(_ text: String) { #expect(ServiceView.isRelease(text)) }
}
