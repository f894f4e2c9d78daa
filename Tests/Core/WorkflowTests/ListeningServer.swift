// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingFox
import FlyingSocks
import KursNetwork

/// The port of a server, once it listens: where every core is busy, that takes longer than the five seconds it has by
/// itself.
func portOnceListening(_ server: HTTPServer) async throws -> UInt16 {
  try await server.waitUntilListening(timeout: 60)
  guard case .ip4(_, let port)? = await server.listeningAddress else { throw NetworkError.connect }
  return port
}
