// SPDX-License-Identifier: GPL-3.0-or-later

struct ServiceView: Encodable, Sendable {
  let message: String?
  let oldestClient: String?
  let limits = Limits()

  struct Limits: Encodable, Sendable {
    let pictureBytes = Picture.byteLimit
    let valueBytes = SyncRequest.valueByteLimit
    let changes = SyncRequest.changeLimit
    let reportBytes = ValidationReport.Batch.byteLimit

    enum CodingKeys: String, CodingKey {
      case pictureBytes = "picture_bytes"
      case valueBytes = "value_bytes"
      case changes
      case reportBytes = "report_bytes"
    }
  }

  enum CodingKeys: String, CodingKey {
    case message, limits
    case oldestClient = "oldest_client"
  }

  init(_ settings: AccountServer.Settings) {
    message = settings.message.value
    oldestClient = settings.oldestClient
  }
}

extension ServiceView {
  /// Whether a text has 1 to 500 characters, none of which is a control character.
  static func isMessage(_ text: String) -> Bool {
    (1...500).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Whether a text is a version of up to three numbers with up to four digits each.
  static func isRelease(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 3
      && parts.allSatisfy { (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
