// SPDX-License-Identifier: GPL-3.0-or-later

/// The parts of a multipart/form-data body (RFC 7578), in order.
public struct MultipartForm: Hashable, Sendable {
  private struct Part: Hashable {
    var name: String
    var filename: String?
    var type: String?
    var content: [UInt8]
  }

  private let boundary: String
  private var parts: [Part] = []

  /// Takes the boundary from the caller, who has the randomness; it must not occur in a part.
  public init(boundary: String) {
    self.boundary = boundary
  }

  /// The value for the Content-Type header.
  public var contentType: String {
    "multipart/form-data; boundary=\(boundary)"
  }

  /// Appends a text field.
  public mutating func addField(_ name: String, _ value: String) {
    parts.append(Part(name: name, content: Array(value.utf8)))
  }

  /// Appends a file.
  public mutating func addFile(_ name: String, filename: String, type: String, content: [UInt8]) {
    parts.append(Part(name: name, filename: filename, type: type, content: content))
  }

  /// The body's bytes.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name.quotedForForm)\""
      if let filename = part.filename { head += "; filename=\"\(filename.quotedForForm)\"" }
      if let type = part.type { head += "\r\nContent-Type: \(type)" }
      bytes += Array("\(head)\r\n\r\n".utf8) + part.content + Array("\r\n".utf8)
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }
}

extension String {
  // HTML's multipart/form-data encoding algorithm escapes exactly these three.
  fileprivate var quotedForForm: String {
    var quoted = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }
}
