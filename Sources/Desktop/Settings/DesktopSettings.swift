// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Synchronization

/// The settings in GVariant's text form. Until the first frame, the program reads the settings file without GSettings.
@MainActor
public final class DesktopSettings {
  static let name = "org.kursapp.Kurs"
  static let path = "/org/kursapp/Kurs/"
  static let group = "Kurs"

  private let schema: OpaquePointer
  private let settings: UnsafeMutablePointer<GSettings>
  private let observers = ChangeObservers()

  /// Nil without a schema, because GLib would end the program. `schemas`: the schema's folder if Kurs isn't installed.
  public init?(file: String, schemas: String?) {
    guard let schema = Self.schema(schemas) else { return nil }
    let backend = g_keyfile_settings_backend_new(file, Self.path, Self.group)
    defer { g_object_unref(backend) }
    guard let settings = g_settings_new_full(schema, backend, nil) else {
      g_settings_schema_unref(schema)
      return nil
    }
    self.schema = schema
    self.settings = settings
    listen()
  }

  isolated deinit {
    observers.finish()
    g_object_unref(settings)
    g_settings_schema_unref(schema)
  }

  public func values(_ names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names where g_settings_schema_has_key(schema, name) != 0 {
      guard let value = g_settings_get_value(settings, name) else { continue }
      defer { g_variant_unref(value) }
      guard let text = g_variant_print(value, 0) else { continue }
      values[name] = String(cString: text)
      g_free(text)
    }
    return values
  }

  /// Writes all changed values in one step. Returns false if a value is invalid for its key.
  @discardableResult
  public func set(_ values: [String: String]) -> Bool {
    g_settings_delay(settings)
    defer { g_settings_apply(settings) }
    return values.reduce(true) { set($1.key, to: $1.value) && $0 }
  }

  public func changes() -> AsyncStream<Void> { observers.stream() }
}

extension DesktopSettings {
  private static func schema(_ file: String?) -> OpaquePointer? {
    let installed = g_settings_schema_source_get_default()
    if let installed, let schema = g_settings_schema_source_lookup(installed, name, 1) { return schema }
    guard let file else { return nil }
    let folder = String(file.dropLast("/gschemas.compiled".utf8.count))
    guard let source = g_settings_schema_source_new_from_directory(folder, installed, 0, nil) else { return nil }
    defer { g_settings_schema_source_unref(source) }
    return g_settings_schema_source_lookup(source, name, 1)
  }

  private func set(_ name: String, to text: String) -> Bool {
    guard g_settings_schema_has_key(schema, name) != 0, let key = g_settings_schema_get_key(schema, name) else {
      return false
    }
    defer { g_settings_schema_key_unref(key) }
    let type = g_settings_schema_key_get_value_type(key)
    guard let value = g_variant_parse(type, text, nil, nil, nil) else { return false }
    defer { g_variant_unref(value) }
    guard g_settings_schema_key_range_check(key, value) != 0 else { return false }
    let old = g_settings_get_value(settings, name)
    defer { g_variant_unref(old) }
    if let old, g_variant_equal(UnsafeRawPointer(old), UnsafeRawPointer(value)) != 0 { return true }
    return g_settings_set_value(settings, name, value) != 0
  }

  private func listen() {
    let changed: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Void = {
      _, _, data in Unmanaged<ChangeObservers>.fromOpaque(data).takeUnretainedValue().notify()
    }
    g_signal_connect_data(
      settings, "changed", unsafeBitCast(changed, to: GCallback.self), Unmanaged.passRetained(observers).toOpaque(),
      { data, _ in
        guard let data else { return }
        Unmanaged<ChangeObservers>.fromOpaque(data).release()
      }, GConnectFlags(rawValue: 0))
  }
}

private final class ChangeObservers: Sendable {
  private let streams = Mutex<[AsyncStream<Void>.Continuation]>([])

  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    streams.withLock { $0.append(continuation) }
    return stream
  }

  func notify() {
    for stream in streams.withLock({ $0 }) { stream.yield() }
  }

  func finish() {
    for stream in streams.withLock({ $0 }) { stream.finish() }
  }
}
