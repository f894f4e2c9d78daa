// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Synchronization

/// Records each response if `KURS_SERVER_ANSWERS` names a file. scripts/check-server-answers compares the recorded
/// responses with openapi.yaml and the schemas.
enum AnswerRecord {
  private static let file = Mutex<FileHandle?>(
    ProcessInfo.processInfo.environment["KURS_SERVER_ANSWERS"].flatMap { path in
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return FileHandle(forWritingAtPath: path)
    })

  private struct Line: Encodable {
    let method: String
    let path: String
    let status: Int
    let type: String?
    let body: String?
  }

  static func add(method: String, path: String, status: Int, type: String?, body: [UInt8]) {
    let bare = String(path.prefix { $0 != "?" })
    let text = type == "application/json" ? String(decoding: body, as: UTF8.self) : nil
    guard let line = try? JSONEncoder().encode(Line(method: method, path: bare, status: status, type: type, body: text))
    else { return }
    file.withLock { $0?.write(line + Data("\n".utf8)) }
  }
}
