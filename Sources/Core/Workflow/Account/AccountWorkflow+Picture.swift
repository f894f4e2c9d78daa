// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension AccountWorkflow {
  /// A new picture for whoever's data shows; no bytes take the old one away.
  public func replacePicture(_ bytes: [UInt8], idempotencyKey: String) async throws(AccountCallFailure) {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    let answer = try await send(.replaceAvatar(bytes, idempotencyKey: idempotencyKey), as: member.id)
    // Meanwhile there may be a new name, which stays.
    guard var fresh = sessions[id]?.member, fresh.id == member.id else { return }
    fresh.avatar = AvatarItem(answer.data).digest
    await adopt(fresh, id)
  }
}
