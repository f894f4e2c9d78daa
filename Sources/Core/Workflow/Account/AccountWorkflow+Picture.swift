// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension AccountWorkflow {
  /// A new picture for whoever's data shows; no bytes take the old one away. False where it still waits to be sent.
  @discardableResult
  public func replacePicture(_ bytes: [UInt8], idempotencyKey: String) async throws(AccountCallFailure) -> Bool {
    guard let member = sessions[current]?.member else { throw .auth(.signedOut) }
    guard bytes.count <= sessions[current]?.service.terms.limits.picture ?? .max else {
      throw .refused(status: 413, reason: "too-large", retryAfter: nil)
    }
    return try await change(member, by: .replaceAvatar(bytes, idempotencyKey: idempotencyKey))
  }
}
