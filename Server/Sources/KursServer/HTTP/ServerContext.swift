// SPDX-License-Identifier: GPL-3.0-or-later
import Hummingbird
import Logging

/// Hummingbird's information about a request's connection.
struct ServerContext: InitializableFromSource, Sendable {
  let address: String
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    address = source.channel.remoteAddress?.ipAddress ?? ""
    logger = source.logger
  }
}
