// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// What the portal for the background is asked, and how long the program that it lets run sleeps.
@Suite struct AlertBackgroundTests {
  @Test func theRequestNamesAReasonAndTheProgramThatLooks() {
    #expect(
      AlertBackground.request(toSwitch: true, reason: "Kurs \"looks\" \\ on")
        == #"("", {"reason": <"Kurs \"looks\" \\ on">, "autostart": <true>, "commandline": "#
        + #"<["kurs-cli", "alerts", "watch"]>, "dbus-activatable": <false>})"#)
    #expect(AlertBackground.request(toSwitch: false, reason: "").contains(#""autostart": <false>"#))
    #expect(AlertBackground.status("It waits") == #"({"message": <"It waits">},)"#)
  }

  @Test func itIsFoundOnTheBusUnderTheNameThatASandboxOfTheProgramOwns() {
    #expect(AlertBackground.name(of: "org.kursapp.Kurs") == "org.kursapp.Kurs.Watch")
    #expect(AlertBackground.path(of: "org.kursapp.Kurs") == "/org/kursapp/Kurs/Watch")
  }

  @Test(arguments: [
    (10, 60), (0, 60), (-5000, 60), (61, 61), (900, 900), (1800, 1800), (86_400, 1800),
  ])
  func itSleepsUntilABankHasNewsAtLeastAMinuteAndInPieces(next: Int64, slept: Int64) {
    let now = Timestamp(milliseconds: 1_793_000_000_000)
    let due = Timestamp(milliseconds: now.milliseconds + next * 1000)
    #expect(AlertBackground.pause(until: due, now: now) == .seconds(slept))
  }

  @Test func withoutATimetableItLooksAgainAllTheSame() {
    #expect(AlertBackground.pause(until: nil, now: Timestamp(milliseconds: 0)) == .seconds(1800))
  }
}
