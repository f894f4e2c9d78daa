// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursBus
import KursCore
import KursDesktop
import KursGtk
import KursModel
public import KursWorkflow

@MainActor
public func runProgram() -> Never {
  if let status = PictureProcess.run(CommandLine.arguments) { exit(status) }
  Application.prepare()
  guard let launch = Launch.live(environment: System.environment()) else {
    exit(printError("kurs: HOME and the XDG folders must be absolute paths"))
  }
  ProgramEnd.now(runApp(launch))
}

/// Runs Kurs and returns its exit status. It must not `await` before the main loop, or main-actor work would never run.
@MainActor
public func runApp(_ launch: Launch) -> Int32 {
  let (environment, executable) = (launch.environment, System.executable())
  let locator = ResourceLocator(environment: environment, executable: executable)
  Gettext.open(
    domain: Paths.domain, folder: ResourceLocator.localeFolder(environment: environment, executable: executable))
  Gettext.openSystem(domain: "iso_4217")
  do {
    let file = try locator.path(of: "kurs.gresource")
    guard Resources.register(file: file) else { return printError("kurs: \(file) is damaged") }
  } catch {
    guard case .dataMissing(let name, let searched) = error else { return printError("kurs: \(error)") }
    return printError("kurs: \(name) not found in \(searched.joined(separator: ", "))")
  }
  MainQueue.attach()
  let application = Application(id: launch.program, resources: Paths.resources)
  let router = Router(application: application, launch: launch)
  // The core starts on other threads while GTK initialises. If D-Bus starts Kurs, the core waits for a request.
  application.onBeginning { router.begin() }
  application.onStartup { router.prepare() }
  application.onActivate { router.activate() }
  addOptions(application, router)
  return application.run()
}

@MainActor
private func addOptions(_ application: Application, _ router: Router) {
  application.setUsage("[100 EUR USD]")
  application.addOption(ApplicationAction.newList, help: tr("Create a new list"))
  application.addOption(ApplicationAction.showChart, help: tr("Show the chart of the first result"))
  application.addOption(ApplicationAction.paste, help: tr("Add the text on the clipboard"))
  application.addOption(
    "chart", help: tr("Show the chart of a pair"), value: "EUR/USD",
    read: { text in
      ChartSubject(text: text) != nil
        ? .value(text) : .refused("kurs: \"\(text)\" is not a pair of currencies. Write it as EUR/USD.", 64)
    },
    opened: { text in ChartSubject(text: text).map { router.ask(.chart($0)) } })
  application.addOption(
    "list", help: tr("Open the amounts of a text file as a list"), value: tr("FILE"),
    read: { path in
      do throws(ListFileFault) { return .value(try ListFile.text(of: path)) } catch {
        return .refused("kurs: \(sentence(for: error, path: path))", error == .notReadable ? 66 : 65)
      }
    },
    opened: { router.ask(.text($0)) })
  application.addOption(
    "file", help: tr("Open a table or a list"), value: tr("FILE"),
    read: { .value(System.absolutePath($0)) }, opened: { router.ask(.files($0.split(separator: "\n").map(String.init))) })
  application.addOption(
    "", help: tr("The calculation, such as 100 EUR USD, or a file"), value: "",
    read: { text in
      let path = System.absolutePath(text)
      return System.isFile(path) ? .option("file", path) : .value(text)
    },
    opened: { router.ask(.text($0)) })
}

private func printError(_ sentence: String) -> Int32 {
  StandardError.write(sentence)
  return 66
}

public struct Launch: Sendable {
  public var environment: [String: String]
  public var numbers: NumberStrings
  /// The settings file. Kurs observes changes by other programs after the first frame. Nil if no file is used.
  public var settingsFile: SettingsFile?
  /// The folder of rates and user data. Nil if no other program can change them.
  public var dataFolder: String?
  public var start: @Sendable () -> AsyncStream<StartState>

  /// The program's name on the D-Bus session bus. Tests use another name.
  var program: String { environment["KURS_APP_ID"] ?? Paths.applicationId }

  /// Creates the `Words`. Call this after the language is set, because the language decides the text direction.
  @MainActor
  func words(_ catalogue: CurrencyCatalogue) -> Words {
    Words(numbers: numbers, catalogue: catalogue, areRightToLeft: Appearance.isRightToLeft)
  }
}

extension Launch {
  public static func live(environment: [String: String]) -> Launch? {
    guard let folders = Folders(environment: environment) else { return nil }
    folders.narrow()
    let locales = Locales(environment: environment)
    let symbols = NumberSymbols(posix: locales.numeric)
    let format = NumberFormat(symbols)
    let language = locales.languages.first ?? ""
    let shown = NumberFormat(symbols.shown(in: language))
    let reader = AmountReader.reading(symbols, region: locales.country, language: language)
    let numbers = NumberStrings(
      separator: String(Character(symbols.decimal)), read: { reader.number($0) }, format: format,
      text: { shown.text($0, places: $1) })
    let clock = { @Sendable in LiveClock.now() }
    let settings = SettingsFile(path: folders.configuration + "/settings.ini", clock: clock)
    let network = LiveNetwork(version: kursVersion, cacheFolder: folders.cache) { await Desktop.gio.proxies($0) }
    var core = CoreEnvironment(
      dataFolder: folders.data, cacheFolder: folders.cache,
      resources: ResourceLocator(environment: environment, executable: System.executable()),
      clock: clock, amounts: reader, country: locales.country,
      transport: { network.transport })
    (core.settingsFile, core.network, core.secrets) = (settings.path, network, SecretServiceStore())
    core.decodePicture = PictureDecoder(executable: System.executable()).decode
    return Launch(
      environment: environment, numbers: numbers, settingsFile: settings, dataFolder: folders.data,
      start: { [core] in StartWorkflow.run(core) })
  }
}

enum LaunchRequest: Equatable, Sendable {
  case newList
  case chart(ChartSubject?)
  case paste
  /// Text to calculate: an amount with its target currency, or several lines.
  case text(String)
  /// The absolute paths of tables or lists to open.
  case files([String])
  /// Turns on the alert with this id again. The alert then waits for a newer rate.
  case alertAgain(String)
}

extension CalculatorCoordinator {
  func run(_ request: LaunchRequest) {
    switch request {
    case .newList: window?.window.activate(WindowAction.clearList)
    case .chart(let subject?): chart(subject)
    case .chart(nil): openChart(nil)
    // Waits until the window is active, because under Wayland only an active window can read the clipboard.
    case .paste:
      window?.window.onceActive { [weak self] in
        self?.window?.readClipboard { text in self?.send(.pasted(text)) }
      }
    case .alertAgain(let id): alerts?.resume(id)
    case .text(let text): openText(text)
    case .files(let names): open(OpenedFiles(names: names))
    }
  }

  func windowActivated() {
    guard let workflow, window?.isShown == true else { return }
    workflow.dayMayHaveChanged()
    window?.offerClipboard { [weak workflow] in workflow?.isOffered($0) ?? false }
  }
}
