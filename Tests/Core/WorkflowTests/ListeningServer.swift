// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingFox
import FlyingSocks
import KursNetwork

/// A server on a free port of 127.0.0.1.
///
/// Polls: FlyingFox's epoll never closes the file that wakes it, one for each server.
func loopbackServer() throws -> HTTPServer {
  HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), pool: .poll(), logger: .disabled)
}

/// Returns the port of a server once it listens.
///
/// With all cores busy, that takes longer than the server's own five seconds.
func portOnceListening(_ server: HTTPServer) async throws -> UInt16 {
  try await server.waitUntilListening(timeout: 60)
  guard case .ip4(_, let port)? = await server.listeningAddress else { throw NetworkError.connect }
  return port
}
