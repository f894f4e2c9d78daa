// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// Why no list was read from a file.
func sentence(for fault: ListFileFault, path: String) -> String {
  switch fault {
  case .closed: tr("{path} can't be read, or is longer than 64 KiB.", ["path": path])
  case .noText(let row): tr("The file is not a text (row {row}). Nothing was changed.", ["row": String(row)])
  case .row(let row, let text):
    tr(
      "Row {row} of the file is no part of a list: “{text}”. Nothing was changed.",
      ["row": String(row), "text": text.harmless(limit: 60)])
  case .count(let said, let found):
    tr(
      "The file says that it has {said} lines, and has {found}. Nothing was changed.",
      ["said": String(said), "found": String(found)])
  case .later: tr("This list was saved by a later version of Kurs. Nothing was changed.")
  }
}
