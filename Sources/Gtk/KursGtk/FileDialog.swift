// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

typealias PathHandler = @MainActor @Sendable (String) -> Void

extension Window {
  /// Asks where to save a file; `chosen` is told the path unless the person thinks better of it.
  public func chooseFile(
    title: String, name: String, accept: String, _ chosen: @escaping @MainActor @Sendable (String) -> Void
  ) {
    kurs_file_save(cast(), title, accept, name, tellPath, retained(chosen))
  }

  /// Asks which file to open, of these media types; `chosen` is told the path unless the person thinks better of it.
  public func chooseFile(
    title: String, types: [String], named filter: String, accept: String,
    _ chosen: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let kinds = gtk_file_filter_new()!
    gtk_file_filter_set_name(kinds, filter)
    for type in types { gtk_file_filter_add_mime_type(kinds, type) }
    kurs_file_open(cast(), title, accept, kinds, tellPath, retained(chosen))
    g_object_unref(UnsafeMutableRawPointer(kinds))
  }
}

/// Writes a file without a path, as on a phone or a server, by its URI; 0, or why it could not as errno has it.
public func replaceFile(uri: String, with bytes: [UInt8]) -> Int32 {
  bytes.withUnsafeBytes { kurs_file_replace(uri, $0.baseAddress, $0.count) }
}

/// Held until the answer comes.
private func retained(_ chosen: @escaping PathHandler) -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(Box(chosen)).toOpaque()
}

private func tellPath(_ path: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?) {
  guard let data else { return }
  let box = Unmanaged<Box<PathHandler>>.fromOpaque(data).takeRetainedValue()
  guard let path = path.map({ String(cString: $0) }) else { return }
  MainActor.assumeIsolated { box.body(path) }
}
