// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes

/// Reads the first part of a `multipart/form-data` body (RFC 7578) and ignores the others.
struct MultipartBody {
  /// The bytes of the first part, without its headers. Nil if the body is cut off or isn't a form.
  let firstPart: [UInt8]?

  /// Reads the body of a call. Returns nil if its `Content-Type` isn't `multipart/form-data` with a boundary.
  init?(_ call: Call) {
    guard let type = call.header(.contentType), let boundary = Self.boundary(type) else { return nil }
    let delimiter = Array("--\(boundary)".utf8)
    let lineEnd = Array("\r\n".utf8)
    let blankLine = Array("\r\n\r\n".utf8)
    guard call.body.starts(with: delimiter),
      let head = call.body.range(of: blankLine, from: delimiter.count),
      let end = call.body.range(of: lineEnd + delimiter, from: head.upperBound),
      call.body.range(of: lineEnd + delimiter + Array("--".utf8), from: head.upperBound) != nil
    else {
      firstPart = nil
      return
    }
    firstPart = Array(call.body[head.upperBound..<end.lowerBound])
  }

  private static func boundary(_ type: String) -> String? {
    let parts = type.split(separator: ";").map { $0.drop { $0 == " " } }
    guard parts.first?.lowercased() == "multipart/form-data",
      let parameter = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    let value = parameter.dropFirst(9).filter { $0 != "\"" }
    return (1...70).contains(value.utf8.count) ? String(value) : nil
  }
}

extension [UInt8] {
  fileprivate func range(of pattern: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = pattern.first else { return nil }
    var at = start
    while at + pattern.count <= count {
      guard let candidate = self[at...(count - pattern.count)].firstIndex(of: first) else { return nil }
      if self[candidate..<candidate + pattern.count].elementsEqual(pattern) {
        return candidate..<candidate + pattern.count
      }
      at = candidate + 1
    }
    return nil
  }
}
