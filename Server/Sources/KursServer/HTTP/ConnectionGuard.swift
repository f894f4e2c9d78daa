// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Closes slow connections, and limits the number of connections from one IP address. Head, body and response each have
/// a total time limit, which doesn't start again when more bytes arrive.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  struct Deadlines: Sendable {
    /// The limit for receiving a request's head, from the start of the connection or the end of the previous response.
    /// The first head's limit includes the TLS handshake.
    var head = TimeAmount.seconds(20)
    /// The limit for receiving a request's body. It is long enough for 4 MiB over a slow connection.
    var body = TimeAmount.seconds(60)
    var answer = TimeAmount.seconds(60)
    /// The limit for head, body and response after the server has begun to stop.
    var ending = TimeAmount.seconds(5)
  }

  private let deadlines: Deadlines
  private let counts: ConnectionCounts
  private var address: String?
  private var deadline: Scheduled<Void>?
  private var isWorking = false
  private var isEnding = false

  init(deadlines: Deadlines, counts: ConnectionCounts) {
    self.deadlines = deadlines
    self.counts = counts
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let address = CallerAddress(context.channel.remoteAddress?.ipAddress ?? "").text
    guard counts.admit(address) else { return context.close(promise: nil) }
    self.address = address
    closeUnless(within: deadlines.head, context)  // guards N06
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: closeUnless(within: deadlines.body, context)
    case .body: break
    // No limit applies while the server works on the response, because each command limits its own time.
    case .end:
      isWorking = true
      deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head:
      closeUnless(within: deadlines.answer, context)
      context.write(data, promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      written.futureResult.whenSuccess {
        let (handler, context) = bound.value
        if handler.address != nil { handler.closeUnless(within: handler.deadlines.head, context) }
      }
      context.write(data, promise: written)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isEnding = true
      if !isWorking, address != nil { closeUnless(within: deadlines.ending, context) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func closeUnless(within time: TimeAmount, _ context: ChannelHandlerContext) {
    let time = isEnding ? min(time, deadlines.ending) : time
    isWorking = false
    deadline?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
  }

  private func leave() {
    deadline?.cancel()
    guard let address else { return }
    self.address = nil
    counts.leave(address)
  }
}

final class ConnectionCounts: Sendable {
  private let limit: Int?
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int?) {
    self.limit = limit
  }

  func admit(_ address: String) -> Bool {
    counts.withLock { counts in
      if let limit, counts[address, default: 0] >= limit { return false }  // guards N06
      counts[address, default: 0] += 1
      return true
    }
  }

  func leave(_ address: String) {
    counts.withLock { counts in
      counts[address, default: 1] -= 1
      if counts[address] == 0 { counts[address] = nil }
    }
  }
}
