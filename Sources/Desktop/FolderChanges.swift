// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Glibc

/// Yields when a program writes, creates or deletes a file in a folder. The program sleeps in between.
public enum FolderChanges {
  /// Starts the stream. It ends immediately if the system allows no more inotify watches.
  public static func stream(_ folder: String) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard watch >= 0, inotify_add_watch(watch, folder, UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)) >= 0
      else { return continuation.finish() }
      let queue = DispatchQueue.global(qos: .utility)
      let events = FolderEvents(source: DispatchSource.makeReadSource(fileDescriptor: watch, queue: queue))
      events.source.setEventHandler {
        var events = [UInt8](repeating: 0, count: 4096)
        while read(watch, &events, events.count) > 0 {}
        continuation.yield()
      }
      events.source.setCancelHandler { close(watch) }
      continuation.onTermination = { _ in events.source.cancel() }
      events.source.activate()
    }
  }
}

/// Wraps a Dispatch source, which may be used on any thread.
private struct FolderEvents: @unchecked Sendable {
  let source: any DispatchSourceRead
}
