// SPDX-License-Identifier: GPL-3.0-or-later
import class Foundation.Thread
import Glibc
import Synchronization

/// Listens on a free port of 127.0.0.1 for the redirect of a browser sign-in (RFC 8252, section 7.3).
public final class LoopbackListener: Sendable {
  /// Creates the response to a GET request. It is called on the listener's thread.
  public typealias Answering = @Sendable (_ target: String) -> LoopbackAnswer

  public let port: Int
  /// The write end of a pipe. Closing it wakes the thread.
  private let wakeUpWriter: Int32
  private let isClosed = Atomic<Bool>(false)

  /// Opens the port; nil if no port is free. `patience` is the time limit of a connection.
  public init?(patience: Duration = .seconds(5), answer: @escaping Answering) {
    guard let (listener, port) = Self.listen() else { return nil }
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else {
      Glibc.close(listener)
      return nil
    }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.port = port
    wakeUpWriter = pipe[1]
    Thread.detachNewThread { [reader = pipe[0]] in
      var loop = LoopbackLoop(
        listener: listener, wakeUpReader: reader, port: port, patience: Int64(patience / .milliseconds(1)),
        answer: answer)
      loop.run()
    }
  }

  /// Stops accepting connections. The thread still finishes the responses that it is sending.
  public func close() {
    guard isClosed.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
    Glibc.close(wakeUpWriter)
  }

  deinit { close() }

  private static func listen() -> (Int32, Int)? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isReady else {
      Glibc.close(listener)
      return nil
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }
}

public struct LoopbackAnswer: Hashable, Sendable {
  public let status: Int
  public let html: String

  public init(status: Int, html: String = "") {
    self.status = status
    self.html = html
  }
}
