// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore

/// Checks the alerts repeatedly until no alert is left. Kurs uses this only without systemd.
struct AlertWatcher {
  let common: CommonOptions
  let providers: ProviderOptions

  func run() async throws {
    let program = RunningProgram.installed.id
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    look.yield()
    let isServing = BusServer.serve(
      AlertBackground.name(of: program), at: AlertBackground.path(of: program),
      interfaces: "<node><interface name=\"\(AlertBackground.interface)\"><method name=\"Look\"/></interface></node>"
    ) { _ in
      look.yield()
      return .nothing
    } ended: {
      // Another process already checks the alerts, or the desktop session has ended.
      ProgramEnd.now(0)
    }
    guard isServing else {
      throw Failure(.unavailable, tr("Can't connect to D-Bus. Run this command in a desktop session."))
    }
    var alarm = Task<Void, Never>?.none
    for await _ in looks {
      alarm?.cancel()
      guard await hasAlerts() else { break }
      say(of: program)
      let next = await check()
      alarm = Task {
        let pause = AlertBackground.pause(until: next, now: CLIContext.now())
        guard (try? await Task.sleep(for: pause)) != nil else { return }
        look.yield()
      }
    }
    let isSandboxed = common.dataDir == nil && BackgroundPortal.isSandboxed
    if isSandboxed {
      _ = await BackgroundPortal.ask(AlertBackground.request(toSwitch: false, reason: AlertBackground.reason))
    }
    BusServer.leave()
    // If an alert was added while this process ended, a new process must be started to check the alert.
    if isSandboxed, await hasAlerts() { _ = await AlertWatch.set(true) }
  }

  /// Whether there are alerts. Also true if they can't be read now, so that they are checked later.
  private func hasAlerts() async -> Bool {
    do {
      return try await !CLIContext(common).alerts().isEmpty
    } catch {
      report(error)
      return true
    }
  }

  /// Checks the alerts once. Prints an error if that fails. The watcher tries again later.
  private func check() async -> Timestamp? {
    do {
      // The files are opened for each check, because other programs may have changed alerts and settings.
      let session = try CLIContext(common, secrets: SecretServiceStore())
      return try await AlertCheck(session, providers).run(refreshing: true)
    } catch {
      report(error)
      return nil
    }
  }

  private func report(_ error: any Error) {
    Terminal.printError(Failure(any: error)?.description ?? "\(error)")
  }

  private func say(of program: String) {
    guard BackgroundPortal.isSandboxed else { return }
    _ = BusServer.ask(
      "org.freedesktop.portal.Desktop", at: "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Background",
      "SetStatus", "(a{sv})", AlertBackground.status(tr("Checks rates for your alerts")))
  }
}
