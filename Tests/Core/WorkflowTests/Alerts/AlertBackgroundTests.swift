// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Synchronization
import Testing

@testable import KursWorkflow

/// Tests the requests to the background portal and the pauses of the background program.
@Suite struct AlertBackgroundTests {
  @Test("the request to the background portal has a reason and a command")
  func theRequestToTheBackgroundPortalHasAReasonAndACommand() {
    #expect(
      AlertBackground.request(toSwitch: true, reason: "Kurs \"looks\" \\ on")
        == #"("", {"reason": <"Kurs \"looks\" \\ on">, "autostart": <true>, "commandline": "#
        + #"<["kurs-cli", "alerts", "watch"]>, "dbus-activatable": <false>})"#)
    #expect(AlertBackground.request(toSwitch: false, reason: "").contains(#""autostart": <false>"#))
    #expect(AlertBackground.status("It waits") == #"({"message": <"It waits">},)"#)
  }

  @Test("the alert watcher's D-Bus name begins with the program's name")
  func theAlertWatchersDBusNameBeginsWithTheProgramsName() {
    #expect(AlertBackground.name(of: "org.kursapp.Kurs") == "org.kursapp.Kurs.Watch")
    #expect(AlertBackground.path(of: "org.kursapp.Kurs") == "/org/kursapp/Kurs/Watch")
  }

  @Test("until rates are due, the alert watcher sleeps one to thirty minutes", arguments: [
    (10, 60), (0, 60), (-5000, 60), (61, 61), (900, 900), (1800, 1800), (86_400, 1800),
  ])
  func untilRatesAreDueTheAlertWatcherSleepsOneToThirtyMinutes(next: Int64, slept: Int64) {
    let now = Timestamp(milliseconds: 1_793_000_000_000)
    let due = Timestamp(milliseconds: now.milliseconds + next * 1000)
    #expect(AlertBackground.pause(until: due, now: now) == .seconds(slept))
  }

  @Test("without a timetable, the alert watcher checks again after thirty minutes")
  func withoutATimetableTheAlertWatcherChecksAgainAfterThirtyMinutes() {
    #expect(AlertBackground.pause(until: nil, now: Timestamp(milliseconds: 0)) == .seconds(1800))
  }

  @Test("in a sandbox, background alerts start only with the portal's permission", arguments: [
    (true, AlertWatch.session, AlertWatch.session, ["Look"]), (true, .refused, .refused, []), (true, .whileOpen, .whileOpen, []),
    // When the user switches alerts off, the background program must be notified, whatever the portal responds.
    (false, .session, .session, ["Look"]), (false, .whileOpen, .session, ["Look"]),
  ])
  func inASandboxBackgroundAlertsStartOnlyWithThePortalsPermission(
    isOn: Bool, answer: AlertWatch, watch: AlertWatch, called: [String]
  ) async {
    let calls = Mutex<[String]>([])
    let bus = AlertWatch.Bus(
      isSandboxed: true, isDone: { call in calls.withLock { $0.append(call.method) }; return true },
      request: { _ in answer })
    #expect(await AlertWatch.switched(isOn, of: "org.kursapp.Kurs", reason: "", over: bus) == watch)
    #expect(calls.withLock { $0 } == called)
  }

  @Test("outside a sandbox, no systemd call follows a failed systemd call", arguments: [
    (true, [], ["EnableUnitFiles", "StartUnit"], AlertWatch.session), (true, ["EnableUnitFiles"], ["EnableUnitFiles"], .whileOpen),
    (false, [], ["DisableUnitFiles", "StopUnit"], .session),
  ])
  func outsideASandboxNoSystemdCallFollowsAFailedSystemdCall(
    isOn: Bool, refused: [String], called: [String], watch: AlertWatch
  ) async {
    let calls = Mutex<[String]>([])
    let bus = AlertWatch.Bus(
      isSandboxed: false,
      isDone: { call in calls.withLock { $0.append(call.method) }; return !refused.contains(call.method) },
      request: { _ in .whileOpen })
    #expect(await AlertWatch.switched(isOn, of: "org.kursapp.Kurs", reason: "", over: bus) == watch)
    #expect(calls.withLock { $0 } == called)
  }
}
