// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

// Each C signature has one trampoline, a C function that calls the Swift closure in a `Box`. GTK may keep a handler
// longer than its wrapper, so only GLib's destroy-notify releases the box.

final class Box<Body>: Sendable where Body: Sendable {
  let body: Body
  init(_ body: Body) { self.body = body }
}

func releaseBox(_ data: UnsafeMutableRawPointer?) {
  if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

typealias PlainHandler = @MainActor @Sendable () -> Void
typealias AnswerHandler = @MainActor @Sendable () -> Bool
typealias ObjectHandler = @MainActor @Sendable (UnsafeMutableRawPointer?) -> Void

extension Object {
  @discardableResult
  func connect(_ signal: String, _ body: @escaping PlainHandler) -> gulong {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, data in
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body() }
    }
    return attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  func connectAnswering(_ signal: String, _ body: @escaping AnswerHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> gboolean = {
      _, data in
      let box = Unmanaged<Box<AnswerHandler>>.fromOpaque(data).takeUnretainedValue()
      return MainActor.assumeIsolated { box.body() } ? 1 : 0
    }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  @discardableResult
  func connectArgument(_ signal: String, _ body: @escaping ObjectHandler) -> gulong {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void = {
        _, argument, data in
        let box = Unmanaged<Box<ObjectHandler>>.fromOpaque(data).takeUnretainedValue()
        // `nonisolated(unsafe)` is safe, because the pointer is used only during this call and on this thread.
        nonisolated(unsafe) let argument = argument
        MainActor.assumeIsolated { box.body(argument) }
      }
    return attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  @discardableResult
  func attach<Body>(
    _ signal: String, _ callback: @escaping GCallback, _ box: Box<Body>, isAfter: Bool = false
  ) -> gulong {
    let retained = Unmanaged.passRetained(box as AnyObject).toOpaque()
    let flags = GConnectFlags(rawValue: isAfter ? 1 : 0)
    let id = g_signal_connect_data(raw, signal, callback, retained, { data, _ in releaseBox(data) }, flags)
    // The object has no such signal. GLib logs a message but doesn't release the box, so this line does.
    if id == 0 { releaseBox(retained) }
    return id
  }
}

typealias PositionHandler = @MainActor @Sendable (Int) -> Void

extension Object {
  func connectPosition(_ signal: String, _ body: @escaping PositionHandler) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, guint, UnsafeMutableRawPointer) -> Void = {
      _, position, data in
      let box = Unmanaged<Box<PositionHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body(Int(position)) }
    }
    attach(signal, unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}

extension Object {
  /// Calls `body` before or after text is inserted. `body` returns the new cursor position.
  func connectInsertion(isAfter: Bool, _ body: @escaping @MainActor @Sendable (Int) -> Int) {
    let trampoline:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer
      ) -> Void = { _, _, _, position, data in
        let box = Unmanaged<Box<@MainActor @Sendable (Int) -> Int>>.fromOpaque(data).takeUnretainedValue()
        position.pointee = MainActor.assumeIsolated { Int32(box.body(Int(position.pointee))) }
      }
    attach("insert-text", unsafeBitCast(trampoline, to: GCallback.self), Box(body), isAfter: isAfter)
  }
}
