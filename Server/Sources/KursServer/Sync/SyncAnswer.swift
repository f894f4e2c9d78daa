// SPDX-License-Identifier: GPL-3.0-or-later

/// What the server answers: everything newer, and everything that was sent, each as it stands now.
struct SyncAnswer: Encodable {
  let revision: Int
  let changes: [ObjectView]
  let removed: [String]

  struct ObjectView: Encodable {
    let object: SyncObject
    let revision: Int

    enum CodingKeys: String, CodingKey { case id, kind, fields, deleted, revision }

    // Written out because `deleted` is null, not left out.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(object.id.text, forKey: .id)
      try container.encode(object.kind, forKey: .kind)
      try container.encode(object.fields, forKey: .fields)
      try container.encode(object.deleted, forKey: .deleted)
      try container.encode(revision, forKey: .revision)
    }
  }
}
