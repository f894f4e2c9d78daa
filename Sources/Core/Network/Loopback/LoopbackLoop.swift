// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

struct LoopbackLoop {
  // The most open connections. A browser opens some in advance and may send its request on any of them.
  private static let mostConnections = 8
  private static let closingTime: Int64 = 1000

  let listener: Int32
  let wakeUpReader: Int32
  let port: Int
  /// The time limit of a connection, in milliseconds.
  let patience: Int64
  let answer: LoopbackListener.Answering
  private var connections: [LoopbackConnection] = []
  private var ends: Int64?

  init(listener: Int32, wakeUpReader: Int32, port: Int, patience: Int64, answer: @escaping LoopbackListener.Answering) {
    self.listener = listener
    self.wakeUpReader = wakeUpReader
    self.port = port
    self.patience = patience
    self.answer = answer
  }

  mutating func run() {
    while ends == nil || connections.contains(where: \.isBeingAnswered) {
      let now = Self.now
      guard ends.map({ now < $0 }) ?? true else { break }
      let ready = wait(from: now)
      if ready.isClosing { stop() }
      if ready.hasCaller { acceptConnection() }
      serve(ready.connections)
    }
    for connection in connections { connection.end() }
    if ends == nil { close(listener) }
    close(wakeUpReader)
  }

  private mutating func wait(from now: Int64) -> (isClosing: Bool, hasCaller: Bool, connections: Set<Int32>) {
    let isFull = ends != nil || connections.count >= Self.mostConnections
    var polled = [
      pollfd(fd: ends == nil ? wakeUpReader : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isFull ? -1 : listener, events: Int16(POLLIN), revents: 0),
    ]
    polled += connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
    let moments = connections.map(\.deadline) + (ends.map { [$0] } ?? [])
    let rest = moments.min().map { Int32(min(max($0 - now, 0), patience)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), rest) > 0 else { return (false, false, []) }
    let ready = polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd)
    return (polled[0].revents != 0, polled[1].revents != 0, Set(ready))
  }

  private mutating func stop() {
    ends = Self.now + Self.closingTime
    close(listener)
  }

  private mutating func acceptConnection() {
    let socket = accept(listener, nil, nil)
    guard socket >= 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    connections.append(LoopbackConnection(socket: socket, deadline: Self.now + patience))
  }

  private mutating func serve(_ ready: Set<Int32>) {
    let now = Self.now
    for index in connections.indices where ready.contains(connections[index].socket) {
      connections[index].proceed(port: port, answer: answer)
    }
    for connection in connections where connection.isDone || connection.deadline <= now { connection.end() }
    connections.removeAll { $0.isDone || $0.deadline <= now }
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
