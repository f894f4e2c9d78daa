// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries

/// Reads XML with expat, because Foundation would load libxml2 and ICU. Refuses document types, which define entities.
enum XMLReader {
  static let depthLimit = 32

  /// Returns the root element. Throws `.foreign` if not XML, `.truncated` if cut off, else `.unreadable` with the line.
  static func read(_ bytes: [UInt8]) throws(ItemError) -> XMLElement {
    guard let length = Int32(exactly: bytes.count), let parser = XML_ParserCreate(nil) else { throw .damaged }
    defer { XML_ParserFree(parser) }
    let tree = TreeBuilder(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(tree).toOpaque())
    XML_SetElementHandler(parser, started, ended)
    XML_SetCharacterDataHandler(parser, texted)
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in builder(data)?.refuse() }
    XML_SetUnknownEncodingHandler(parser, encoded, nil)
    let status = withExtendedLifetime(tree) {
      bytes.withUnsafeBytes { bytes in
        XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, 1)
      }
    }
    guard status == XML_STATUS_OK, let root = tree.root else {
      throw tree.isRefused ? .foreign : fault(of: parser, isStarted: tree.isStarted)
    }
    return root
  }

  private static func fault(of parser: XML_Parser, isStarted: Bool) -> ItemError {
    let code = XML_GetErrorCode(parser)
    guard isStarted else { return .foreign }
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
      return .truncated
    default:
      return .unreadable(place: "line \(kurs_expat_line(parser))", found: "", expected: .markup)
    }
  }
}

private final class TreeBuilder {
  private let parser: XML_Parser
  private var open: [XMLElement] = []
  private(set) var root: XMLElement?
  private(set) var isRefused = false
  private(set) var isStarted = false

  init(_ parser: XML_Parser) {
    self.parser = parser
  }

  func start(_ element: XMLElement) {
    isStarted = true
    open.append(element)
    if open.count > XMLReader.depthLimit { refuse() }
  }

  func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func add(_ text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  func refuse() {
    isRefused = true
    root = nil
    XML_StopParser(parser, UInt8(XML_FALSE))
  }
}

private func builder(_ data: UnsafeMutableRawPointer?) -> TreeBuilder? {
  data.map { Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private let started: XML_StartElementHandler = { data, name, attributes in
  guard let name, let builder = builder(data) else { return }
  var (values, index) = ([String: String](), 0)
  // Names and values alternate. A null pointer is at the end.
  while let attributes, let key = attributes[index], let value = attributes[index + 1] {
    values[String(cString: key)] = String(cString: value)
    index += 2
  }
  builder.start(XMLElement(name: String(cString: name), attributes: values))
}

private let ended: XML_EndElementHandler = { data, _ in builder(data)?.end() }

private let texted: XML_CharacterDataHandler = { data, text, length in
  guard let text else { return }
  let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
  builder(data)?.add(String(decoding: bytes, as: UTF8.self))
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
