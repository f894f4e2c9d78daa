// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursCore
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

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
  // The core starts on other threads while this thread initialises GTK. Started by D-Bus, Kurs waits for a request.
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
