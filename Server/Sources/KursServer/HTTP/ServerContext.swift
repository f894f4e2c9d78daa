// SPDX-License-Identifier: GPL-3.0-or-later
import Hummingbird
import Logging

struct ServerContext: InitializableFromSource, Sendable {
  let address: String
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    address = source.channel.remoteAddress?.ipAddress ?? ""
    logger = source.logger
  }
}
