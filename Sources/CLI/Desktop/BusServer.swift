// SPDX-License-Identifier: GPL-3.0-or-later
import CBus

struct BusCall: Sendable {
  let interface: String
  let method: String
  /// One per argument. An array's strings are separated by U+001F.
  let arguments: [String]

  func list(_ index: Int) -> [String] {
    arguments.indices.contains(index) ? arguments[index].split(separator: "\u{1F}").map(String.init) : []
  }

  func text(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index] : "" }
}

enum BusAnswer: Sendable {
  /// A tuple of this type, in GVariant's text form.
  case tuple(type: String, String)
  case error(name: String, String)

  static let nothing = BusAnswer.tuple(type: "()", "()")
}

enum BusServer {
  /// Serves the interfaces of an introspection document until `ended`. False without a bus.
  static func serve(
    _ name: String, at path: String, interfaces: String, _ answer: @escaping @Sendable (BusCall) async -> BusAnswer,
    ended: @escaping @Sendable () -> Void
  ) -> Bool {
    let service = Unmanaged.passRetained(Service(answer: answer, ended: ended)).toOpaque()
    return kurs_bus_serve(
      name, path, interfaces,
      { waiting, interface, method, arguments, context in
        guard let waiting, let interface, let method, let context else { return }
        var list: [String] = []
        while let text = arguments?[list.count] { list.append(String(cString: text)) }
        let asked = BusCall(interface: String(cString: interface), method: String(cString: method), arguments: list)
        let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
        // GIO allows a reply from any thread.
        nonisolated(unsafe) let call = waiting
        Task {
          switch await service.answer(asked) {
          case .tuple(let type, let text): kurs_bus_reply(call, type, text)
          case .error(let name, let sentence): kurs_bus_refuse(call, name, sentence)
          }
        }
      }, { context in context.map { Unmanaged<Service>.fromOpaque($0).takeUnretainedValue().ended() } }, service)
  }

  static func leave() { kurs_bus_leave() }

  /// Calls another program, which the bus may start. False without a reply.
  static func ask(
    _ name: String, at path: String, _ interface: String, _ method: String, _ type: String, _ arguments: String
  ) -> Bool {
    kurs_bus_ask(name, path, interface, method, type, arguments)
  }

  static func start(_ name: String) {
    kurs_bus_tell(bus, "/org/freedesktop/DBus", bus, "StartServiceByName", "(su)", "(\(name.variant), 0)")
  }

  private static let bus = "org.freedesktop.DBus"

  private final class Service: Sendable {
    let answer: @Sendable (BusCall) async -> BusAnswer
    let ended: @Sendable () -> Void

    init(answer: @escaping @Sendable (BusCall) async -> BusAnswer, ended: @escaping @Sendable () -> Void) {
      (self.answer, self.ended) = (answer, ended)
    }
  }
}

extension String {
  var variant: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

extension [String] {
  /// An array of this type. Its elements are already in text form.
  func variant(_ type: String) -> String { isEmpty ? "@\(type) []" : "[\(joined(separator: ", "))]" }
}
