// SPDX-License-Identifier: GPL-3.0-or-later
import Hummingbird
import Logging

/// What Hummingbird says about the connection of a request.
struct ServerContext: InitializableFromSource, Sendable {
  let address: String
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    address = source.channel.remoteAddress?.ipAddress ?? ""
    logger = source.logger
  }
}
