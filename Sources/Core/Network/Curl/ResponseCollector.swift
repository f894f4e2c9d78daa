// SPDX-License-Identifier: GPL-3.0-or-later

/// Builds a response from header lines and body pieces, and checks both against the limits.
struct ResponseCollector {
  private enum Phase {
    /// Before the first header line, or after an interim response. The next phase is `headers`.
    case awaitingStatus
    /// After a status line, within the headers. The next phase is `body`.
    case headers
    /// After the empty line. A status line begins a new response, and any other line is a trailer.
    case body
  }

  private let limits: TransferLimits
  private let decodes: Bool
  private var decoder: BodyDecoder?
  private var phase = Phase.awaitingStatus
  private var headerBytes = 0
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var refusal: NetworkError?

  init(limits: TransferLimits, decodes: Bool) {
    self.limits = limits
    self.decodes = decodes
  }

  /// Reads a header line. Returns false to end the transfer.
  mutating func headerReceived(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else {
      refusal = .headersTooLarge(limit: limits.headerBytes)
      return false
    }
    let text = String(fieldBytes: line)
    if text.hasPrefix("HTTP/"), phase != .headers {
      startAnswer(text)
    } else if phase == .headers {
      addLine(text, folded: line.first == 32 || line.first == 9)
    }
    return true
  }

  mutating func bodyReceived(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    guard decodes else { return append(piece) }
    if decoder == nil { decoder = BodyDecoder(encoding: headers["Content-Encoding"]) }
    do throws(NetworkError) {
      guard let decoder else { throw .undecodableBody }
      return try decoder.decode(piece) { append($0) }
    } catch {
      refusal = error
      return false
    }
  }

  var isWhole: Bool { decoder?.isWhole ?? true }

  private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    guard body.count + piece.count <= limits.bodyBytes else {
      refusal = .bodyTooLarge(limit: limits.bodyBytes)
      body = []
      return false
    }
    body.append(contentsOf: piece)
    return true
  }

  func response(url: String) -> HTTPResponse? {
    guard status > 0 else { return nil }  // guards X21
    var headers = headers
    if decodes, headers["Content-Encoding"] != nil {
      headers.remove("Content-Encoding")
      headers["Content-Length"] = String(body.count)
    }
    return HTTPResponse(status: status, headers: headers, body: body, url: url)
  }
}

extension ResponseCollector {
  private mutating func startAnswer(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2)
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    headers = HTTPHeaders()
    phase = .headers
  }

  private mutating func addLine(_ line: String, folded: Bool) {
    if line.isEmpty {
      phase = .body
    } else if folded {
      headers.extendLast(with: line)
    } else if let colon = line.firstIndex(of: ":") {
      headers.add(String(line[..<colon]), String(line[line.index(after: colon)...]).trimmingFieldSpace())
    }
  }
}

extension String {
  /// Reads and trims a field value. It is UTF-8 if valid, otherwise Latin-1 (RFC 9110 section 5.5).
  fileprivate init(fieldBytes: UnsafeBufferPointer<UInt8>) {
    let text =
      String(validating: fieldBytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(fieldBytes.map { Unicode.Scalar($0) }))
    self = text.trimmingFieldSpace()
  }

  fileprivate func trimmingFieldSpace() -> String {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 || byte == 10 }
    let bytes = utf8.drop(while: isSpace)
    guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(bytes[...last]) ?? ""
  }
}
