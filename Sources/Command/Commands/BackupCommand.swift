// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `backup export|import`: what the person has, in one file and back.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write everything personal into a file, and take it over from one.",
    discussion: """
      Favourites, result currencies, own rates, saved calculations and settings; never keys, passwords or tokens.
      """,
    subcommands: [Export.self, Import.self])

  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write the file; one of that name is replaced, and what a link leads to.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The file, or - for standard output.") var file: String

    func run() async throws {
      try await Terminal.run {
        let backup = try await BackupCommand.workflow(common)
        if file == "-" {
          let bytes = try await Failure.wording { try await backup.contents() }
          return Terminal.sayVerbatim(String(decoding: bytes.dropLast(), as: UTF8.self))
        }
        try await Failure.wording { try await backup.export(to: Session.absolute(file)) }
      }
    }
  }

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take over what the file has and this machine lacks.",
      discussion: """
        What was deleted here returns. Where both have something, the later edit counts; settings that were chosen here \
        stay.
        """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The file.") var file: String

    func run() async throws {
      try await Terminal.run {
        let backup = try await BackupCommand.workflow(common)
        let counts = try await Failure.wording { try await backup.restore(from: Session.absolute(file)) }
        Terminal.say(
          "added \(counts.added), changed \(counts.changed), known \(counts.known); settings taken over \(counts.settings), kept as they are here \(counts.settingsKept)"
        )
      }
    }
  }

  private static func workflow(_ common: CommonOptions) async throws -> BackupWorkflow {
    let session = try Session(common)
    return try await Failure.wording {
      let (database, aside) = try session.core.openPerson()
      if let aside { Terminal.complain("The file could not be used and was kept as \(aside.path).") }
      return session.core.backup(of: try await PersonObjects.ofCurrentMember(in: database, clock: Session.now))
    }
  }
}

extension Failure {
  init(_ error: BackupFault) {
    switch error {
    case .file(let failure): self.init(failure)
    case .closed: self.init(code: .unreadable, description: "The file cannot be read.")
    case .tooLarge: self.init(code: .badData, description: "The file is too large to be a backup.")
    case .notJSON(let offset): self.init(code: .badData, description: "The file is no JSON from byte \(offset) on.")
    case .foreign: self.init(code: .badData, description: "The file is no backup of Kurs.")
    case .later(let version):
      self.init(code: .badData, description: "A later Kurs wrote the file (form \(version)); nothing was taken over.")
    case .unreadable(let place):
      self.init(
        code: .badData, description: "The backup is damaged at \(place.isEmpty ? "/" : place); nothing was taken over.")
    case .schemaMissing(let name):
      self.init(code: .unreadable, description: "The schema \"\(name)\", which comes with Kurs, is missing.")
    case .storage(let error): self.init(error)
    }
  }
}
