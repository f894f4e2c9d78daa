// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import KursCore
import KursWords

extension Failure {
  /// The faults of the settings file, one sentence each.
  static func sentences(for reading: SettingsReading) -> [String] {
    var sentences = reading.problems.map { problem in
      switch problem {
      case .notReadable(let path):
        tr("The settings in {path} cannot be read; those of a first start count.", ["path": path])
      case .tooLarge(let limit):
        tr("The file of settings is longer than {n} bytes and was not read.", ["n": String(limit)])
      case .line(let number):
        tr("Line {n} of the settings says nothing; the others count.", ["n": String(number)])
      case .value(let key):
        tr("The setting {name} has a value that it cannot have; its default counts.", ["name": "\(key)"])
      }
    }
    if let aside = reading.setAside {
      sentences.append(tr("The settings as they were are kept as {path}.", ["path": aside]))
    }
    return sentences
  }

  /// The notice of a reading command if nothing can be written.
  static func sentence(forHindrance error: StorageError) -> String {
    if case .diskFull = error { return tr("The disk is full: nothing can be saved.") }
    return tr("The folder for the program's data cannot be written: nothing can be saved.")
  }

  init(_ error: FileFailure) {
    self.init(.unwritable, KursWords.sentence(for: error))
  }

  /// `fault`: the number of the system's error; 0 where it is not known any more.
  init(output fault: Int32) {
    switch fault {
    case ENOSPC, EDQUOT: self.init(.unwritable, tr("The disk is full; not all of the output was written."))
    default: self.init(.unwritable, tr("Standard output cannot be written; not all of the output was."))
    }
  }

  init(_ error: StorageError) {
    switch error {
    case .notWritable(let path):
      self.init(.unwritable, tr("{path} cannot be written; choose another with --data-dir.", ["path": path]))
    case .diskFull(let path):
      self.init(.unwritable, tr("The disk is full; {path} was not saved. Make room, then try again.", ["path": path]))
    case .writableByOthers(let path):
      self.init(
        .unwritable,
        tr(
          "Others may write to {path}, so Kurs keeps nothing there; chmod 700 it, or choose another with --data-dir.",
          ["path": path]))
    case .newer(let path): self.init(.badData, tr("{path} was made by a newer Kurs; use that one. Nothing was changed.", ["path": path]))
    case .notUpgraded(let path, let copy?):
      self.init(
        .badData,
        tr(
          "{path} could not be changed for this version of Kurs; the earlier version can still use it. A copy: {copy}.",
          ["path": path, "copy": copy]))
    case .notUpgraded(let path, nil):
      self.init(
        .badData,
        tr("{path} could not be changed for this version of Kurs; the earlier version can still use it.", ["path": path]))
    case .damaged(let path): self.init(.badData, tr("{path} is damaged.", ["path": path]))
    case .busy(let path):
      self.init(.unreadable, tr("Another program holds {path}; try again in a moment.", ["path": path]))
    case .damagedSegment(let provider, let base, let counter, let year):
      self.init(
        .badData,
        tr(
          "The stored rates of {provider} for {base}/{counter} in {year} are damaged; start Kurs to mend them.",
          [
            "provider": "\(provider)", "base": "\(base)", "counter": "\(counter)", "year": String(year),
          ]))
    case .failed(let path, let code):
      self.init(.badData, tr("{path} could not be used (SQLite code {n}).", ["path": path, "n": String(code)]))
    }
  }

  init(_ error: BackupFault) {
    switch error {
    case .file(let failure): self.init(failure)
    case .closed: self.init(.unreadable, tr("The file cannot be read."))
    case .tooLarge: self.init(.badData, tr("The file is too large to be a backup."))
    case .notJSON(let offset):
      self.init(.badData, tr("The file is no JSON from byte {n} on.", ["n": String(offset)]))
    case .foreign: self.init(.badData, tr("This file is not a Kurs backup."))
    case .later: self.init(.badData, tr("This backup comes from a newer Kurs. Nothing was imported."))
    case .unreadable(let place):
      let place = ["place": place.isEmpty ? "/" : place]
      self.init(.badData, tr("The backup is damaged at {place}. Nothing was imported.", place))
    case .schemaMissing(let name):
      self.init(.unreadable, tr("The file {name}, which comes with Kurs, is missing.", ["name": name]))
    case .storage(let error): self.init(error)
    }
  }
}
