// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// The sentence about a damaged file.
func sentence(for aside: SetAside, _ words: Words) -> String {
  if aside.file.hasSuffix("/rates.sqlite") {
    return tr("The stored data was damaged. It was kept aside and built again.")
  }
  if aside.path == nil, let copy = aside.copy {
    return tr("Your saved data is missing on the disk. There is a copy of {date}.", ["date": words.date(copy)])
  }
  guard !aside.lost.isEmpty else {
    if aside.path == aside.file { return tr("Your data is damaged on the disk. All of it could be read.") }
    return tr("Your data was damaged on the disk. All of it could be read and was saved to a new file.")
  }
  let parts = PersonPart.allCases.filter { aside.lost.contains($0) }.map(name(of:)).joined(separator: tr(", "))
  guard let copy = aside.copy else {
    return tr("Your data was damaged on the disk. Lost in part: {parts}.", ["parts": parts])
  }
  return tr(
    "Your data was damaged on the disk. Lost in part: {parts}. There is a copy of {date}.",
    ["parts": parts, "date": words.date(copy)])
}

/// Why nothing of this run will be there at the next start.
func sentence(forHindrance error: StorageError) -> String {
  if case .diskFull = error {
    return tr("The disk is full: nothing can be saved. Make room, then start Kurs again.")
  }
  return tr("The folder for the program's data cannot be written: nothing can be saved.")
}
