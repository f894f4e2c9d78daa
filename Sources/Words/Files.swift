// SPDX-License-Identifier: GPL-3.0-or-later
public import KursCore

/// Why a file could not be saved.
public func sentence(for failure: FileFailure) -> String {
  switch failure {
  case .noSuchFolder(let path): tr("The folder of {path} doesn't exist. Nothing was saved.", ["path": path])
  case .notAllowed(let path): tr("Kurs may not write {path}. Nothing was saved.", ["path": path])
  case .notReadable(let path): tr("Kurs may not read {path}. Nothing was saved.", ["path": path])
  case .diskFull(let path): tr("The disk is full; {path} was not saved.", ["path": path])
  case .failed(let path, let code):
    tr("{path} could not be saved (error {code}).", ["path": path, "code": String(code)])
  }
}

/// The kinds of data in a damaged file of the person's.
public func name(of part: PersonPart) -> String {
  switch part {
  case .objects: tr("lists, own rates and favourites")
  case .history: tr("the history")
  case .session: tr("the list")
  case .queue: tr("what waited for the network")
  case .accounts: tr("accounts")
  }
}
