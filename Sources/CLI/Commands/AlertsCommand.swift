// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursBus
import KursCore

struct AlertsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "alerts", abstract: helpText("Get a notification when a rate is reached."),
      discussion: helpText(
        "While you are logged in, Kurs checks every hour for newly published rates. You get one notification for each alert."
      ),
      subcommands: [List.self, Add.self, Pause.self, Resume.self, Delete.self, Check.self, Watch.self],
      defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("List alerts with id and state.") }

    @OptionGroup var common: CommonOptions

    func run() async throws {
      let session = try CLIContext(common)
      for (id, alert) in try await session.alerts() { Terminal.say(alert.line(id)) }
      if try session.hasUserFile { try await session.objects().reportCopies(with: .alert) }
    }
  }

  struct Add: PlainCommand {
    static var abstract: String {
      helpText("Add an alert with --above, --below, --changed, --high or --low.")
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The base currency.")) var from: String
    @Argument(help: helpText("The currency in which the rate is given.")) var to: String
    @Option(help: helpText("Notify at this rate or a higher one.", valueName: "rate")) var above: String?
    @Option(help: helpText("Notify at this rate or a lower one.", valueName: "rate")) var below: String?
    @Option(
      help: helpText(
        "Notify at a change of this percentage, up or down. Set the period with --days.",
        valueName: "percent"))
    var changed: String?
    @Flag(help: helpText("Notify at the highest rate in a period. Set the period with --days.")) var high = false
    @Flag(help: helpText("Notify at the lowest rate in a period. Set the period with --days.")) var low = false
    @Option(help: helpText("The period in days for --changed, --high or --low.", valueName: "n")) var days = 365
    @OptionGroup var numbers: NumberOptions

    func validate() throws {
      guard [above != nil, below != nil, changed != nil, high, low].filter({ $0 }).count == 1 else {
        throw ValidationError(tr("Use one of --above, --below, --changed, --high and --low."))
      }
    }

    func run() async throws {
      let session = try CLIContext(common)
      let (from, to) = (try session.currency(from), try session.currency(to))
      let (condition, notes) = try condition()
      guard let alert = RateAlert(from: from, to: to, condition) else {
        throw Failure(
          .usage, tr("An alert needs two different currencies and a rate above 0. Use 1 to 3660 days."))
      }
      let objects = try await session.objects()
      let id = try await objects.set(alert)
      ([alert.line(id)] + notes).forEach(Terminal.say)
      try await session.switchAlerts(had: false)
    }

    private func condition() throws -> (RateAlert.Condition, notes: [String]) {
      guard let typed = above ?? below ?? changed else { return (high ? .high(days: days) : .low(days: days), []) }
      let (number, notes) = try CLIContext.number(typed, numbers.form)
      if above != nil { return (.above(number), notes) }
      return (below != nil ? .below(number) : .changed(percent: number, days: days), notes)
    }
  }

  struct Pause: PlainCommand {
    static var abstract: String { helpText("Pause an alert.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the alert, or the beginning of the id.")) var id: String

    func run() async throws {
      try await CLIContext(common).change(id) { $0.state.paused }
    }
  }

  struct Resume: PlainCommand {
    static var abstract: String {
      helpText("Resume an alert. If you were already notified, the alert waits for a newer rate.")
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the alert, or the beginning of the id.")) var id: String

    func run() async throws {
      try await CLIContext(common).change(id) { $0.state.resumed }
    }
  }

  struct Delete: PlainCommand {
    static var abstract: String { helpText("Delete an alert.") }
    static var aliases: [String] { ["remove"] }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the alert, or the beginning of the id.")) var id: String

    func run() async throws {
      let session = try CLIContext(common)
      let (found, objects) = (try await session.alert(id), try await session.objects())
      try await objects.removeAlert(found.id)
      Terminal.say(tr("Deleted: {text}", ["text": found.alert.sentence(CLIContext.shownFormat)]))
      try await session.switchAlerts(had: true)
    }
  }

  struct Check: PlainCommand {
    static var abstract: String { helpText("Check all alerts now.") }

    @OptionGroup var common: CommonOptions
    @OptionGroup var providers: ProviderOptions
    @Flag(help: helpText("Use stored rates only.")) var noRefresh = false
    /// The number of seconds to wait for a press on a notification's button. Only tests set it.
    @Option(help: .hidden) var patience = AlertNotifications.patience

    func run() async throws {
      let session = try CLIContext(common, secrets: SecretServiceStore())
      guard try session.hasUserFile else { return }
      try await AlertCheck(session, providers, patience: patience).run(refreshing: !noRefresh)
    }
  }

  struct Watch: PlainCommand {
    static var abstract: String {
      helpText(
        "Check the alerts each time banks publish rates. The command ends when no alert is left. The Flatpak version of Kurs runs this command automatically."
      )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var providers: ProviderOptions

    func run() async throws {
      try await AlertWatcher(common: common, providers: providers).run()
    }
  }
}

extension CLIContext {
  func alerts() async throws -> [(id: UserObject.ID, alert: RateAlert)] {
    guard try hasUserFile else { return [] }
    let objects = try await objects()
    return try await objects.alerts()
  }

  fileprivate func alert(_ name: String) async throws -> (id: UserObject.ID, alert: RateAlert) {
    let typed = name.lowercased()
    guard typed.count >= 4 else {
      throw Failure(.usage, tr("The id \"{name}\" is too short. Enter at least four characters.", ["name": name]))
    }
    let found = try await alerts().filter { $0.id.text.hasPrefix(typed) || $0.id.short.hasPrefix(typed) }
    guard let one = found.first, found.count == 1 else {
      let sentence =
        found.isEmpty
        ? tr("No alert has the id \"{name}\". For the list, run \"kurs-cli alerts list\".", ["name": name])
        : tr("Several alerts have ids that begin with \"{name}\". Enter more characters.", ["name": name])
      throw Failure(.usage, sentence)
    }
    return one
  }

  fileprivate func change(_ name: String, to state: (RateAlert) -> RateAlert.State) async throws {
    var (id, alert) = try await alert(name)
    alert.state = state(alert)
    let objects = try await objects()
    _ = try await objects.set(alert)
    Terminal.say(alert.line(id))
  }
}

extension RateAlert {
  fileprivate func line(_ id: UserObject.ID) -> String {
    let word =
      switch state {
      case .waiting(nil): tr("waiting")
      case .waiting(let day?): tr("waiting for a rate dated after {day}", ["day": day.description])
      case .paused: tr("paused")
      case .notified(let day): tr("notified about the rate of {day}", ["day": day.description])
      }
    return "\(id.short)  \(sentence(CLIContext.shownFormat))  \(word)"
  }
}

extension UserObject.ID {
  /// Eight digits of the id's hash. The ids themselves begin with the same letters if alerts are similar.
  fileprivate var short: String {
    var hash = text.utf8.fnv1a
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return (hash ^ (hash >> 31)).digits(16, radix: 16).prefix(8).lowercased()
  }
}
