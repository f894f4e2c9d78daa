// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

public struct ClipboardContent: Sendable {
  /// The plain text. Empty if the program that copied it offers only HTML.
  public let plain: String
  public let html: [UInt8]?
}

extension Widget {
  /// Calls `body` with text, HTML or both. HTML that Kurs copied is ignored. `most`: the maximum bytes of HTML to read.
  public func readClipboard(
    htmlUpTo most: Int, _ body: @escaping @MainActor @Sendable (ClipboardContent) -> Void
  ) {
    let clipboard = gtk_widget_get_clipboard(widget)
    guard !isClipboardOwn, gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), htmlType) != 0
    else { return readClipboard { body(ClipboardContent(plain: $0, html: nil)) } }
    let hasText =
      gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), stringType) != 0
      || gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), "text/plain;charset=utf-8") != 0
    let read: @MainActor @Sendable ([UInt8]?) -> Void = { [weak self] html in
      if hasText {
        self?.readClipboard { body(ClipboardContent(plain: $0, html: html)) }
      } else if let html {
        body(ClipboardContent(plain: "", html: html))
      }
    }
    htmlType.withCString { type in
      var types: [UnsafePointer<CChar>?] = [type, nil]
      gdk_clipboard_read_async(
        clipboard, &types, G_PRIORITY_DEFAULT, nil,
        { clipboard, result, data in
          guard let data else { return }
          let waiting = Unmanaged<WaitingBytes>.fromOpaque(data).takeRetainedValue()
          // `nonisolated(unsafe)` is safe, because the stream is used only during this call and on this thread.
          nonisolated(unsafe) let stream = gdk_clipboard_read_finish(OpaquePointer(clipboard), result, nil, nil)
          MainActor.assumeIsolated { waiting.read(stream) }
        }, Unmanaged.passRetained(WaitingBytes(most: most, read)).toOpaque())
    }
  }

  /// Copies text and HTML. The program that pastes chooses one of them.
  public func copyToClipboard(_ text: String, html: String) {
    let bytes = Array(html.utf8)
    let content = g_bytes_new(bytes, gsize(bytes.count))
    // The parts aren't freed here, because `gdk_content_provider_new_union` takes ownership of them.
    var parts = [textContent(text), gdk_content_provider_new_for_bytes(htmlType, content)]
    g_bytes_unref(content)
    let both = gdk_content_provider_new_union(&parts, gsize(parts.count))
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), both)
    g_object_unref(UnsafeMutableRawPointer(both))
  }
}

private let htmlType = "text/html"

/// Collects the bytes of a stream. The callback gets nil if the stream fails or is too long.
@MainActor
private final class WaitingBytes {
  private static let step = 1 << 20

  private let most: Int
  private let done: @MainActor @Sendable ([UInt8]?) -> Void
  private var bytes: [UInt8] = []

  init(most: Int, _ done: @escaping @MainActor @Sendable ([UInt8]?) -> Void) {
    (self.most, self.done) = (most, done)
  }

  func read(_ stream: UnsafeMutablePointer<GInputStream>?) {
    guard let stream else { return done(nil) }
    g_input_stream_read_bytes_async(
      stream, gsize(Self.step), G_PRIORITY_DEFAULT, nil,
      { source, result, data in
        guard let source, let data else { return }
        let waiting = Unmanaged<WaitingBytes>.fromOpaque(data).takeRetainedValue()
        // `nonisolated(unsafe)` is safe, because the pointers are used only during this call and on the main thread.
        nonisolated(unsafe) let stream = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GInputStream.self)
        nonisolated(unsafe) let part = g_input_stream_read_bytes_finish(stream, result, nil)
        MainActor.assumeIsolated { waiting.take(part, of: stream) }
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func take(_ part: OpaquePointer?, of stream: UnsafeMutablePointer<GInputStream>) {
    var count: gsize = 0
    if let part, let data = g_bytes_get_data(part, &count), count > 0 {
      bytes += UnsafeRawBufferPointer(start: data, count: Int(count))
    }
    if let part { g_bytes_unref(part) }
    if count > 0, bytes.count <= most { return read(stream) }
    g_object_unref(UnsafeMutableRawPointer(stream))
    done(part == nil || bytes.count > most ? nil : bytes)
  }
}
