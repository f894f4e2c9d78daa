// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Dispatch
import class Foundation.Thread
import Synchronization

public struct BusCall: Sendable {
  public let interface: String
  public let method: String
  /// The arguments as text. The strings of an array are separated by U+001F.
  public let arguments: [String]

  public func list(_ index: Int) -> [String] {
    arguments.indices.contains(index) ? arguments[index].split(separator: "\u{1F}").map(String.init) : []
  }

  public func text(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index] : "" }
}

public enum BusAnswer: Sendable {
  case tuple(type: String, String)
  case error(name: String, String)

  public static let nothing = BusAnswer.tuple(type: "()", "()")
}

public enum BusServer {
  private static let owned = Mutex<UInt32>(0)

  /// Serves interfaces on a thread. Returns false without a bus. `ended`: called if the name is taken or the bus ends.
  public static func serve(
    _ name: String, at path: String, interfaces: String, _ answer: @escaping @Sendable (BusCall) async -> BusAnswer,
    ended: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let connection = BusConnection(), let node = connection.gio.g_dbus_node_info_new_for_xml(interfaces, nil)
    else { return false }
    let service = BusService(connection, node, name, path, answer)
    Thread {
      service.run { id in owned.withLock { $0 = id } }
      ended()
    }.start()
    return true
  }

  /// Releases the bus name. Calls that were sent earlier still arrive.
  public static func leave() {
    let id = owned.withLock { id in
      defer { id = 0 }
      return id
    }
    if id != 0 { GIO.functions?.g_bus_unown_name(id) }
  }

  /// Calls another program, which the bus may start. Returns false if no reply arrives.
  public static func ask(
    _ name: String, at path: String, _ interface: String, _ method: String, _ type: String, _ arguments: String
  ) -> Bool {
    guard let connection = BusConnection(),
      let reply = connection.reply(of: name, at: path, interface, method, type, arguments)
    else { return false }
    connection.gio.g_variant_unref(reply)
    return true
  }

  public static func isAnswered(
    _ name: String, at path: String, _ interface: String, _ method: String, _ type: String = "()",
    _ arguments: String = "()"
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(returning: ask(name, at: path, interface, method, type, arguments))
      }
    }
  }

  /// Makes the bus start the program that owns a name. Doesn't wait. The name consists of identifiers and dots.
  public static func start(_ name: String) {
    BusConnection()?.send(
      to: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", "(su)",
      "('\(name)', 0)")
  }
}

// Threads may share this class. `connection` and `node` don't change, and GIO allows replies from any thread.
private final class BusService: @unchecked Sendable {
  private let connection: BusConnection
  private let node: UnsafeMutablePointer<GDBusNodeInfo>
  private let name: String
  private let path: String
  private let answer: @Sendable (BusCall) async -> BusAnswer

  init(
    _ connection: BusConnection, _ node: UnsafeMutablePointer<GDBusNodeInfo>, _ name: String, _ path: String,
    _ answer: @escaping @Sendable (BusCall) async -> BusAnswer
  ) {
    (self.connection, self.node, self.name, self.path, self.answer) = (connection, node, name, path, answer)
  }

  func run(owning: (UInt32) -> Void) {
    let gio = connection.gio
    let loop = BusLoop(gio)
    let service = Unmanaged.passUnretained(self).toOpaque()
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, interface, method, arguments, call, service in
      guard let interface, let method, let arguments, let call, let service else { return }
      Unmanaged<BusService>.fromOpaque(service).takeUnretainedValue()
        .called(String(cString: interface), String(cString: method), arguments, call)
    }
    var each = node.pointee.interfaces
    while let interface = each?.pointee {
      _ = gio.g_dbus_connection_register_object(connection.bus, path, interface, &table, service, nil, nil)
      each = each?.advanced(by: 1)
    }
    owning(
      gio.g_bus_own_name_on_connection(
        connection.bus, name, G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, nil,
        { _, _, loop in loop.map { Unmanaged<BusLoop>.fromOpaque($0).takeUnretainedValue().quit() } },
        Unmanaged.passUnretained(loop).toOpaque(), nil))
    withExtendedLifetime((self, loop)) { loop.run() }
  }

  private func called(_ interface: String, _ method: String, _ arguments: OpaquePointer, _ waiting: OpaquePointer) {
    let count = Int(connection.gio.g_variant_n_children(arguments))
    let texts = (0..<count).map { connection.withChild($0, of: arguments, text) }
    let asked = BusCall(interface: interface, method: method, arguments: texts)
    // GIO allows a reply from any thread, so the task may use the call.
    nonisolated(unsafe) let call = waiting
    Task {
      switch await answer(asked) {
      case .tuple(let type, let text): reply(to: call, type, text)
      case .error(let name, let sentence): refuse(call, name, sentence)
      }
    }
  }

  /// Returns a string, a number, or an array of strings as one text. Kurs receives no other types.
  private func text(_ value: OpaquePointer?) -> String {
    let gio = connection.gio
    switch connection.type(of: value) {
    case "s": return connection.string(value)
    case "u": return "\(gio.g_variant_get_uint32(value))"
    case "as":
      guard let value else { return "" }
      return (0..<Int(gio.g_variant_n_children(value)))
        .map { connection.withChild($0, of: value, connection.string) }.joined(separator: "\u{1F}")
    default: return ""
    }
  }

  private func reply(to call: OpaquePointer, _ type: String, _ text: String) {
    var error: UnsafeMutablePointer<GError>?
    guard let value = connection.variant(type, text, &error) else {
      refuse(call, "org.freedesktop.DBus.Error.Failed", error.map { String(cString: $0.pointee.message) } ?? "")
      return connection.gio.g_error_free(error)
    }
    connection.gio.g_dbus_method_invocation_return_value(call, value)
    connection.gio.g_variant_unref(value)
  }

  private func refuse(_ call: OpaquePointer, _ name: String, _ sentence: String) {
    connection.gio.g_dbus_method_invocation_return_dbus_error(call, name, sentence)
  }
}
