// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct ProfileTests {
  private let profile = "/api/v1/member/profile/"
  private let config = "/api/v1/member/updateconfig/"

  @Test("a profile request without a name keeps the stored name")
  func aProfileRequestWithoutANameKeepsTheStoredName() async throws {
    try await withServer { client in
      let member = try await client.registered()
      #expect(try await member.post(profile).ok()["member"]?["name"] == .string(""))
      #expect(try await member.post(profile, #"{"name":"Ada L"}"#).ok()["member"]?["name"] == .string("Ada L"))
      #expect(try await member.post(profile, "").ok()["member"]?["name"] == .string("Ada L"))
      try await member.post(profile, #"{"name":7}"#).refused(.malformed)
    }
  }

  @Test("settings are merged by key, and null removes a setting")
  func settingsAreMergedByKeyAndNullRemovesASetting() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(config, #"{"config":{"theme":"dark","digits":"2"}}"#).ok()
      let data = try await member.post(config, #"{"config":{"theme":null,"fee":"1"}}"#).ok()
      #expect(data["config"] == .object(["digits": .string("2"), "fee": .string("1")]))
      #expect(data["config_revision"] == .number(2))
      let same = try await member.post(config, #"{"config":{"fee":"1"}}"#).ok()
      #expect(same["config_revision"] == .number(2))
      #expect(try await client.signedIn().post(profile).ok()["member"]?["config"] == data["config"])
    }
  }

  @Test("malformed settings and values above 4,096 characters are refused", arguments: [
      ("{}", Reason.malformed), (#"{"config":{"a b":"x"}}"#, .malformed), (#"{"config":{"a":1}}"#, .malformed),
      (#"{"config":{"a":"\#(String(repeating: "x", count: 4097))"}}"#, .tooLarge),
    ])
  func malformedSettingsAndValuesAbove4096CharactersAreRefused(body: String, reason: Reason) async throws {
    try await withServer { client in
      try await client.registered().post(config, body).refused(reason)
      try await client.post(config, #"{"config":{}}"#).refused(.tokenMissing)
    }
  }

  @Test("more than 256 settings are refused") func moreThan256SettingsAreRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      let many = (0..<256).map { #""k\#($0)":"v""# }.joined(separator: ",")
      try await member.post(config, #"{"config":{\#(many)}}"#).ok()
      try await member.post(config, #"{"config":{"one":"more"}}"#).refused(.tooLarge)
      try await member.post(config, #"{"config":{"one":"more","k0":null}}"#).ok()
    }
  }
}
