// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Widget {
  /// Runs `body` once, when the widget's first frame has been drawn: what can wait, waits until then.
  public func afterFirstFrame(_ body: @escaping @MainActor @Sendable () -> Void) {
    let box = Unmanaged.passRetained(FrameCount(body) as AnyObject).toOpaque()
    // The tick comes before its frame is painted, so the second one follows the first frame.
    _ = gtk_widget_add_tick_callback(
      widget,
      { _, _, data in
        guard let data else { return 0 }
        let count = Unmanaged<FrameCount>.fromOpaque(data).takeUnretainedValue()
        return MainActor.assumeIsolated { count.tick() } ? 1 : 0
      }, box, releaseBox)
  }
}

@MainActor
private final class FrameCount {
  private var frames = 0
  private let body: @MainActor @Sendable () -> Void

  init(_ body: @escaping @MainActor @Sendable () -> Void) {
    self.body = body
  }

  /// Whether to be called again.
  func tick() -> Bool {
    frames += 1
    guard frames > 1 else { return true }
    body()
    return false
  }
}
