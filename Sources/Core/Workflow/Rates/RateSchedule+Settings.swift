// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension RateSchedule.Conditions {
  /// The current settings and the desktop's state.
  init(_ settings: Settings, _ connectivity: Connectivity) {
    self.init()
    isOnline = connectivity.isOnline
    isMetered = connectivity.isMetered
    isSavingBattery = connectivity.isSavingBattery
    mayUseMetered = settings.refreshesOnMetered
    isSwitchedOff = settings.isOffline
    interval = settings.refreshInterval.seconds
  }
}
