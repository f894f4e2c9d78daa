// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import KursServer

@Suite struct TokenTests {
  let key = TokenKey(secret: [UInt8](repeating: 3, count: 32))
  let token = Token(
    kind: .refresh, session: UUID(), generation: 70_000, epoch: 0xFEDC_BA98,
    expires: Instant(milliseconds: 1_795_242_005_123))

  @Test("a token that the server sealed can be opened") func aTokenThatTheServerSealedCanBeOpened() {
    #expect(key.open(key.seal(token), as: .refresh) == token)
  }

  @Test("a refresh token is not accepted as an access token") func aRefreshTokenIsNotAcceptedAsAnAccessToken() {
    let sealed = key.seal(token)
    #expect(key.open(sealed, as: .access) == nil)
    #expect(key.open("kurs_a_" + sealed.dropFirst(7), as: .access) == nil)
  }

  @Test("a token can't be opened with another key") func aTokenCantBeOpenedWithAnotherKey() {
    #expect(TokenKey(secret: [UInt8](repeating: 4, count: 32)).open(key.seal(token), as: .refresh) == nil)
  }

  @Test("a token with any flipped bit can't be opened") func aTokenWithAnyFlippedBitCantBeOpened() throws {
    let bytes = try #require(Base64URL.bytes(key.seal(token).dropFirst(7)))
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(key.open("kurs_r_" + Base64URL.text(flipped), as: .refresh) == nil)
    }
  }

  @Test("text that is not a token is refused", arguments: ["", "kurs_r_", "kurs_r_AAAA", "Bearer", "kurs_r_\u{20AC}"])
  func textThatIsNotATokenIsRefused(text: String) {
    #expect(key.open(text, as: .refresh) == nil)
  }

  @Test("a token with changed unused bits or added padding is refused")
  func aTokenWithChangedUnusedBitsOrAddedPaddingIsRefused() throws {
    let sealed = key.seal(token)
    let last = try #require(sealed.last)
    // The last letter has unused bits. A letter that differs only in these bits must be refused too.
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" where letter != last {
      #expect(key.open(sealed.dropLast() + String(letter), as: .refresh) == nil)
    }
    #expect(key.open(sealed + "=", as: .refresh) == nil)
  }
}
