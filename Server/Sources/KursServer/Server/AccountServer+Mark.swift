// SPDX-License-Identifier: GPL-3.0-or-later

extension AccountServer {
  func mark(_ call: Call) throws -> Answer {
    guard let mark = settings.mark else { throw Refusal(.noMark) }
    var answer = Answer(type: mark.kind.rawValue, body: mark.bytes)
    answer.tag = mark.digest
    answer.cacheControl = "public, max-age=86400"
    return answer.unless(call)
  }
}
