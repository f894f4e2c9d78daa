// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// The person's browser.
public enum Browser {
  /// Opens an address there; false where the desktop knows of none, or it could not be started.
  @MainActor public static func open(_ address: String) async -> Bool {
    await withCheckedContinuation { continuation in
      g_app_info_launch_default_for_uri_async(
        address, nil, nil,
        { _, result, data in
          guard let data else { return }
          let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
          waiting.continuation.resume(returning: g_app_info_launch_default_for_uri_finish(result, nil) != 0)
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
  }

  private final class Waiting: Sendable {
    let continuation: CheckedContinuation<Bool, Never>
    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }
  }
}
