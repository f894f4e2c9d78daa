// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries

struct XMLElement: Equatable, Sendable {
  let name: String
  let attributes: [String: String]
  var children: [XMLElement] = []
  var text = ""

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

  func text(of name: String) -> String? { children.first { $0.name == name }?.text }
}

/// Reads XML with expat, because Foundation would load libxml2 and ICU. Refuses document types, which define entities.
enum XMLReader {
  static let depthLimit = 32

  /// Returns the root element. Throws `.foreign` if not XML, `.truncated` if cut off, else `.unreadable` with the line.
  static func read(_ bytes: [UInt8]) throws(ItemError) -> XMLElement {
    var (open, root) = ([XMLElement](), XMLElement?.none)
    try XMLEvents.read(bytes, depthLimit: depthLimit) { text in
      if !open.isEmpty { open[open.count - 1].text += text }
    } end: { _ in
      guard let element = open.popLast() else { return }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    } start: { name, attributes in
      open.append(XMLElement(name: name, attributes: attributes))
    }
    guard let root else { throw .foreign }
    return root
  }
}

/// The events of expat. Parsing ends at a document type, because its entities can grow without limit.
final class XMLEvents {
  private let parser: XML_Parser
  private let depthLimit: Int
  private let started: (String, [String: String]) -> Void
  private let texted: (String) -> Void
  private let ended: (String) -> Void
  private var depth = 0
  private var (isStarted, isRefused) = (false, false)

  private init(
    _ parser: XML_Parser, _ depthLimit: Int, _ started: @escaping (String, [String: String]) -> Void,
    _ texted: @escaping (String) -> Void, _ ended: @escaping (String) -> Void
  ) {
    (self.parser, self.depthLimit, self.started, self.texted, self.ended) = (parser, depthLimit, started, texted, ended)
  }

  /// Calls the closures for each element and text. Throws the errors of `XMLReader.read`.
  static func read(
    _ bytes: [UInt8], depthLimit: Int = .max, text: (String) -> Void = { _ in }, end: (String) -> Void = { _ in },
    start: (String, [String: String]) -> Void
  ) throws(ItemError) {
    guard let length = Int32(exactly: bytes.count), let parser = XML_ParserCreate(nil) else { throw .damaged }
    defer { XML_ParserFree(parser) }
    let fault = withoutActuallyEscaping(start) { start in
      withoutActuallyEscaping(text) { text in
        withoutActuallyEscaping(end) { end in
          let events = XMLEvents(parser, depthLimit, start, text, end)
          XML_SetUserData(parser, Unmanaged.passUnretained(events).toOpaque())
          XML_SetElementHandler(parser, { XMLEvents.of($0)?.start($1, $2) }, { XMLEvents.of($0)?.end($1) })
          XML_SetCharacterDataHandler(parser) { XMLEvents.of($0)?.add($1, $2) }
          XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in XMLEvents.of(data)?.refuse() }
          XML_SetUnknownEncodingHandler(parser, encoded, nil)
          let status = withExtendedLifetime(events) {
            bytes.withUnsafeBytes {
              XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), length, 1)
            }
          }
          return status == XML_STATUS_OK ? nil : events.fault
        }
      }
    }
    if let fault { throw fault }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLEvents? {
    data.map { Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard let name else { return }
    isStarted = true
    depth += 1
    if depth > depthLimit { return refuse() }
    var (values, index) = ([String: String](), 0)
    // Names and values alternate. A null pointer is at the end.
    while let attributes, let key = attributes[index], let value = attributes[index + 1] {
      values[String(cString: key)] = String(cString: value)
      index += 2
    }
    started(String(cString: name), values)
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    depth -= 1
    if let name { ended(String(cString: name)) }
  }

  private func add(_ text: UnsafePointer<CChar>?, _ length: Int32) {
    guard let text else { return }
    texted(String(decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self))
  }

  private func refuse() {
    isRefused = true
    XML_StopParser(parser, UInt8(XML_FALSE))
  }

  private var fault: ItemError {
    guard isStarted, !isRefused else { return .foreign }
    switch XML_GetErrorCode(parser) {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
      return .truncated
    default:
      return .unreadable(place: "line \(kurs_expat_line(parser))", found: "", expected: .markup)
    }
  }
}

private let encoded: XML_UnknownEncodingHandler = { _, name, info in
  let known = ["windows-125", "iso-8859-"]
  guard let name = name.map({ String(cString: $0).lowercased() }), let info,
    known.contains(where: { name.hasPrefix($0) }), let map = TextConverter.map(of: name)
  else { return Int32(XML_STATUS_ERROR.rawValue) }
  withUnsafeMutableBytes(of: &info.pointee.map) { $0.copyBytes(from: map.withUnsafeBytes { Array($0) }) }
  (info.pointee.data, info.pointee.convert, info.pointee.release) = (nil, nil, nil)
  return Int32(XML_STATUS_OK.rawValue)
}
