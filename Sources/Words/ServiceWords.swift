// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The sentence for a Kurs that is too old for the account server: what the person can do.
public func sentence(tooOld needed: ReleaseNumber) -> String {
  tr(
    "This Kurs is too old for the account server. Update to {version} or newer; your changes are kept here until then.",
    ["version": needed.description])
}
