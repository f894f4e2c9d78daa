// SPDX-License-Identifier: GPL-3.0-or-later
import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads files when SIGHUP arrives, so that they can change while the server runs.
struct ReloadService: Service {
  let logger: Logger
  let reload: @Sendable () throws -> Void

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      do {
        try reload()
        logger.info("reloaded certificate and message. To change the token key, restart the server")
      } catch {
        // After a failed reload, the files' old contents stay in use.
        logger.error("can't reload", metadata: ["error": "\(error)"])
      }
    }
  }
}
