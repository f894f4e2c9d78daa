// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Synchronization

/// A server on 127.0.0.1 that sends exactly the bytes that a test gives it, even invalid ones.
final class LoopbackServer: Sendable {
  typealias Handler = @Sendable (LoopbackConnection, ReceivedRequest) -> Void

  let port: UInt16
  private let listener: Int32
  private let seen = Mutex<[ReceivedRequest]>([])
  private let opened = Atomic<Int>(0)

  /// Accepts connections until stopped. Each connection has its own thread, so a handler may wait.
  init(_ handler: @escaping Handler) throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (bound, named) = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        (bind(listener, $0, length), getsockname(listener, $0, &length))
      }
    }
    guard bound == 0, named == 0, listen(listener, 512) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    // Held strongly, because Swift may release a server after its last use, before the request arrives.
    Thread.detachNewThread { self.acceptAll(handler) }
  }

  /// Frees the port. Open connections continue.
  func stop() {
    // The accepting thread closes the socket. Otherwise another server could get the number before that thread uses it
    // again.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [ReceivedRequest] { seen.withLock { $0 } }
  var connectionCount: Int { opened.load(ordering: .relaxed) }

  private func acceptAll(_ handler: @escaping Handler) {
    while true {
      let accepted = accept(listener, nil, nil)
      guard accepted >= 0 else {
        close(listener)
        return
      }
      // Must not be inherited by openssl and gzip, which other tests start at the same time.
      _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
      opened.add(1, ordering: .relaxed)
      Thread.detachNewThread { self.serve(LoopbackConnection(socket: accepted), handler) }
    }
  }

  private func serve(_ connection: LoopbackConnection, _ handler: Handler) {
    while let request = connection.readRequest() {
      seen.withLock { $0.append(request) }
      handler(connection, request)
    }
    connection.hangUp()
  }
}
