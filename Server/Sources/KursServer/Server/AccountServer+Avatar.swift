// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension AccountServer {
  func avatar(_ call: Call) async throws -> Answer {
    try await readAsMember(call) { database, caller in
      guard let picture = try Avatars(database: database).picture(of: caller.member.id) else {
        throw Refusal(.noAvatar)
      }
      var answer = Answer(type: picture.kind.rawValue, body: picture.bytes)
      answer.tag = picture.digest
      answer.cacheControl = "private, no-cache"
      return answer.unless(call)
    }
  }

  func putAvatar(_ call: Call) async throws -> Answer {
    struct Avatar: Encodable {
      let avatar: AvatarView?

      // Writes null for a missing picture. The method that Swift synthesizes would omit it.
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(avatar, forKey: .avatar)
      }

      enum CodingKeys: String, CodingKey { case avatar }
    }
    let form = MultipartBody(call)
    guard let bytes = form.map(\.firstPart) ?? call.body else { throw Refusal(.malformed) }
    guard bytes.count <= Picture.byteLimit else { throw Refusal(.tooLarge) }
    let picture = Picture(bytes: bytes)
    guard bytes.isEmpty || picture != nil else { throw Refusal(.notAPicture) }
    return try await onceAsMember(call) { database, caller in
      try Avatars(database: database).put(picture, of: caller.member.id)
      return try .of(Avatar(avatar: picture.map(AvatarView.init)))
    }
  }
}

extension Answer {
  func unless(_ call: Call) -> Answer {
    guard let tag, call.has(tag: tag) else { return self }
    var answer = self
    answer.status = 304
    answer.body = []
    return answer
  }
}
