// SPDX-License-Identifier: GPL-3.0-or-later
import COpenSSL
import FoundationEssentials

/// A stored password: its scrypt hash (RFC 7914) with salt and cost, in the PHC string format.
struct PasswordHash: Hashable, Sendable {
  struct Cost: Hashable, Sendable {
    /// The number of rounds, as a power of two: 15 means 2^15.
    let rounds: Int
    let blockSize: Int
    let parallelism: Int

    // One of the settings that OWASP's Password Storage page recommends: N=2^15, r=8, p=3. A sign-in needs 32 MiB.
    static let standard = Self(rounds: 15, blockSize: 8, parallelism: 3)
  }

  struct NotHashed: Error {}

  let cost: Cost
  let salt: [UInt8]
  let digest: [UInt8]

  init(cost: Cost, salt: [UInt8], digest: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.digest = digest
  }

  /// Hashes a password. This takes a tenth of a second on purpose.
  init(_ password: Password, salt: [UInt8], cost: Cost) throws {
    self.init(cost: cost, salt: salt, digest: try Self.digest(of: password, salt: salt, cost: cost))
  }

  /// Whether the password matches. The time doesn't depend on the result.
  func matches(_ password: Password) throws -> Bool {
    SHA256.areEqual(digest, try Self.digest(of: password, salt: salt, cost: cost))
  }

  private static func digest(of password: Password, salt: [UInt8], cost: Cost) throws -> [UInt8] {
    // The memory in bytes that a hash needs (RFC 7914, section 2). OpenSSL gets this number as its limit.
    let memory = 128 * cost.blockSize * ((1 << cost.rounds) + cost.parallelism + 2)
    var key = [UInt8](repeating: 0, count: 32)
    let isDone = EVP_PBE_scrypt(
      password.bytes.map { CChar(bitPattern: $0) }, password.bytes.count, salt, salt.count, 1 << cost.rounds,
      UInt64(cost.blockSize), UInt64(cost.parallelism), UInt64(memory), &key, key.count)
    // OpenSSL has too little memory, or the cost is invalid.
    guard isDone == 1 else { throw NotHashed() }
    return key
  }
}

extension PasswordHash {
  var text: String {
    let parameters = "ln=\(cost.rounds),r=\(cost.blockSize),p=\(cost.parallelism)"
    return "$scrypt$\(parameters)$\(Base64URL.text(salt))$\(Base64URL.text(digest))"
  }

  init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let salt = Base64URL.bytes(parts[3]),
      let digest = Base64URL.bytes(parts[4])
    else { return nil }
    let numbers = parts[2].split(separator: ",").map { $0.split(separator: "=") }
    guard numbers.map(\.first) == ["ln", "r", "p"], numbers.allSatisfy({ $0.count == 2 }),
      let rounds = Int(numbers[0][1]), let blockSize = Int(numbers[1][1]), let parallelism = Int(numbers[2][1])
    else { return nil }
    self.init(cost: Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism), salt: salt, digest: digest)
  }
}
