// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

struct LoopbackLoop {
  // A browser opens connections in advance without using them. They must not block the connection with the request.
  private static let crowd = 8
  private static let farewell: Int64 = 1000

  let listener: Int32
  let bell: Int32
  let port: Int
  /// The time limit of a connection, in milliseconds.
  let patience: Int64
  let answer: LoopbackListener.Answering
  private var visitors: [LoopbackVisitor] = []
  private var ends: Int64?

  init(listener: Int32, bell: Int32, port: Int, patience: Int64, answer: @escaping LoopbackListener.Answering) {
    self.listener = listener
    self.bell = bell
    self.port = port
    self.patience = patience
    self.answer = answer
  }

  mutating func run() {
    while ends == nil || visitors.contains(where: \.isBeingAnswered) {
      let now = Self.now
      guard ends.map({ now < $0 }) ?? true else { break }
      let ready = wait(from: now)
      if ready.bell { stop() }
      if ready.door { admit() }
      serve(ready.visitors)
    }
    for visitor in visitors { visitor.hangUp() }
    if ends == nil { close(listener) }
    close(bell)
  }

  private mutating func wait(from now: Int64) -> (bell: Bool, door: Bool, visitors: Set<Int32>) {
    let isFull = ends != nil || visitors.count >= Self.crowd
    var polled = [
      pollfd(fd: ends == nil ? bell : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isFull ? -1 : listener, events: Int16(POLLIN), revents: 0),
    ]
    polled += visitors.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
    let moments = visitors.map(\.deadline) + (ends.map { [$0] } ?? [])
    let rest = moments.min().map { Int32(min(max($0 - now, 0), patience)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), rest) > 0 else { return (false, false, []) }
    let ready = polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd)
    return (polled[0].revents != 0, polled[1].revents != 0, Set(ready))
  }

  private mutating func stop() {
    ends = Self.now + Self.farewell
    close(listener)
  }

  private mutating func admit() {
    let socket = accept(listener, nil, nil)
    guard socket >= 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    visitors.append(LoopbackVisitor(socket: socket, deadline: Self.now + patience))
  }

  private mutating func serve(_ ready: Set<Int32>) {
    let now = Self.now
    for index in visitors.indices where ready.contains(visitors[index].socket) {
      visitors[index].goOn(port: port, answer: answer)
    }
    for visitor in visitors where visitor.isDone || visitor.deadline <= now { visitor.hangUp() }
    visitors.removeAll { $0.isDone || $0.deadline <= now }
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
