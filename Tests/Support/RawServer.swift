// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Synchronization

/// A server on 127.0.0.1 that sends exactly the given bytes, once per connection.
public final class RawServer: Sendable {
  public typealias Behaviour = @Sendable (RawConnection, _ target: String) -> Void

  public let port: UInt16
  private let listener: Int32
  private let behaviour = Mutex<Behaviour>({ _, _ in })
  private let seen = Mutex<[String]>([])

  public init() throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let ready = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 && listen(listener, 64) == 0
      }
    }
    guard ready else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { self.acceptAll() }
  }

  public var address: String { "http://127.0.0.1:\(port)" }
  public var targets: [String] { seen.withLock { $0 } }

  public func does(_ behaviour: @escaping Behaviour) {
    self.behaviour.withLock { $0 = behaviour }
  }

  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func acceptAll() {
    while true {
      let accepted = accept(listener, nil, nil)
      guard accepted >= 0 else { return _ = close(listener) }
      _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
      Thread.detachNewThread {
        let connection = RawConnection(socket: accepted)
        guard let target = connection.readTarget() else { return connection.hangUp() }
        self.seen.withLock { $0.append(target) }
        self.behaviour.withLock { $0 }(connection, target)
        connection.hangUp()
      }
    }
  }
}

public final class RawConnection: Sendable {
  private let socket: Int32
  private let isOpen = Atomic<Bool>(true)

  init(socket: Int32) {
    self.socket = socket
  }

  /// Reads the head of a request and returns the requested path.
  func readTarget() -> String? {
    var (head, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let count = recv(socket, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      head += piece.prefix(count)
    }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 2)
    return words.count == 3 ? String(words[1]) : nil
  }

  /// Sends bytes. Returns false once the client has gone.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends a complete response. `length` overrides the declared content length.
  public func answer(_ status: String, _ headers: [String], _ body: [UInt8] = [], length: Int? = nil) {
    let lines = (headers + ["Content-Length: \(length ?? body.count)", "Connection: close"]).map { $0 + "\r\n" }
    send(Array("HTTP/1.1 \(status)\r\n\(lines.joined())\r\n".utf8) + body)
  }

  public func hangUp() {
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  /// Ends the connection with a TCP reset.
  public func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    close(socket)
  }
}
