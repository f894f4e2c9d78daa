// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
public import KursWorkflow

/// The program's launch values, assembled by `main.swift`.
public struct Launch: Sendable {
  /// The environment variables.
  public var environment: [String: String]
  /// How numbers are written.
  public var numbers: NumberWords
  /// The file of settings, for GSettings to follow once the first frame is out; nil where none is kept.
  public var settingsFile: SettingsFile?
  /// Begins the start at once, on other threads, and reports how far it has come.
  public var start: @Sendable () -> AsyncStream<StartState>

  /// The program's name on the bus; tests give theirs another one.
  var program: String { environment["KURS_APP_ID"] ?? Paths.applicationId }

  /// The words of windows, whose direction is known once the program has its language.
  @MainActor
  func words(_ catalogue: CurrencyCatalogue) -> Words {
    Words(numbers: numbers, catalogue: catalogue, areRightToLeft: Appearance.isRightToLeft)
  }
}
