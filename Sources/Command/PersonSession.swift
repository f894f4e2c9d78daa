// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

extension Session {
  /// The person's data; reports a damaged file that was moved aside, and keeps the day's copy.
  func openPerson() async throws -> PersonDatabase {
    let wasThere = FileManager.default.fileExists(atPath: core.personFile)
    let database = try core.openPerson()
    if let aside = database.setAside { Terminal.complain(Failure.sentence(for: aside)) }
    // A full disk is said by what the person asked for, not by the copy.
    if wasThere { try? await database.copyDaily(Self.now().day) }
    return database
  }
}

extension Failure {
  /// The result for a damaged file, and what to do about it.
  static func sentence(for aside: SetAside) -> String {
    var parts = ["file": aside.file, "path": aside.path ?? "", "day": aside.copy.map { "\($0)" } ?? ""]
    if aside.path == nil {
      return tr("{file} is empty or missing. \"kurs-cli backup take-up {day}\" restores the copy of that day.", parts)
    }
    if aside.file.hasSuffix("/rates.sqlite") {
      return tr("{file} was damaged and was kept as {path}; rates were built anew.", parts)
    }
    let isLeft = aside.path == aside.file
    guard !aside.lost.isEmpty else {
      if isLeft { return tr("{file} is damaged; all of it could be read.", parts) }
      return tr("{file} was damaged and was kept as {path}; all of it could be read and is in a new file.", parts)
    }
    parts["parts"] = PersonPart.allCases.filter { aside.lost.contains($0) }.map(name(of:)).joined(separator: ", ")
    if isLeft { return tr("{file} is damaged; some of it could not be read: {parts}.", parts) }
    guard aside.copy != nil else {
      return tr("{file} was damaged and was kept as {path}; some of it could not be read: {parts}.", parts)
    }
    return tr(
      "{file} was damaged and was kept as {path}; some of it could not be read: {parts}; \"kurs-cli backup take-up {day}\" brings back what the copy of that day has.",
      parts)
  }
}
