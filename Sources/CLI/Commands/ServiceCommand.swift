// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursBus
import KursCore
import Synchronization

/// `desktop-service` serves the desktop's search and `org.kursapp.Kurs1`. D-Bus starts it. It ends when it is idle.
struct ServiceCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "desktop-service", abstract: "Answer the desktop's search. The session bus starts this command.",
      shouldDisplay: false)
  }

  static let interfaces = ["org.gnome.Shell.SearchProvider2", "org.kde.krunner1", "org.kursapp.Kurs1"]

  @OptionGroup var common: CommonOptions
  @OptionGroup var providers: ProviderOptions
  @Option(help: "The service ends after this number of seconds without a call.") var idle = 60
  @Option(help: "The name of the service on the bus.") var name = "org.kursapp.Kurs.Service"

  func run() async throws {
    let questions = try CurrentQuestions(common, providers)
    let variables = ProcessInfo.processInfo.environment
    let search = SearchInterfaces(questions: questions, program: .installed)
    let kurs = KursInterface(questions: questions, providers: providers)
    let calls = Calls()
    let isServing = BusServer.serve(
      name, at: "/org/kursapp/Kurs/Service", interfaces: try Self.document(variables)
    ) { call in
      calls.began()
      defer { calls.ended() }
      return await call.interface == Self.interfaces[2] ? kurs.answer(call) : search.answer(call)
    } ended: {
      // Another process already owns the name, or the desktop session has ended.
      ProgramEnd.now(0)
    }
    guard isServing else {
      throw Failure(.unavailable, tr("Can't connect to D-Bus. Run this command in a desktop session."))
    }
    await calls.idle(for: .seconds(idle))
    BusServer.leave()
    // A call may have arrived at the last moment, so the program waits until all calls have been answered.
    await calls.idle(for: .milliseconds(200))
  }

  private static func document(_ variables: [String: String]) throws -> String {
    let resources = ResourceLocator(environment: variables, executable: CLIContext.executable)
    let parts = try interfaces.map { String(decoding: try resources.bytes(of: "interfaces/\($0).xml"), as: UTF8.self) }
    return "<node>" + parts.map { $0.replacing("<node>", with: "").replacing("</node>", with: "") }.joined() + "</node>"
  }
}

private final class Calls: Sendable {
  private let state = Mutex((pending: 0, last: ContinuousClock.now))

  func began() { state.withLock { $0.pending += 1 } }

  func ended() { state.withLock { $0 = ($0.pending - 1, .now) } }

  func idle(for time: Duration) async {
    while true {
      let (pending, last) = state.withLock { $0 }
      let end = (pending > 0 ? .now : last) + time
      if end <= .now { return }
      try? await Task.sleep(until: end, clock: .continuous)
    }
  }
}
