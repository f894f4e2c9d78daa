// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct SavedCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "saved", abstract: helpText("List, show and delete saved calculations."),
      subcommands: [List.self, Show.self, Delete.self, Restore.self], defaultSubcommand: List.self)
  }

  struct List: PlainCommand {
    static var abstract: String { helpText("Print your lists, in the order shown in the window.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("Words to find in the title or the text.")) var search = ""
    @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

    func run() async throws {
      let session = try CLIContext(common)
      let objects = try await session.objects()
      let all = try await session.archive(of: objects).saved(search: search)
      if json {
        let rows = all.map { SavedOutput($0, comparison: nil, session.core.catalogue).json }
        Terminal.say(JSONWriter().text(of: .array(rows)))
      } else {
        for saved in all { Terminal.say(SavedOutput(saved, comparison: nil, session.core.catalogue).row) }
      }
      await objects.reportCopies()
    }
  }

  struct Show: PlainCommand {
    static var abstract: String { helpText("Print a saved calculation at its saved rates and at today's rates.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the calculation, the beginning of the id, or the title.")) var name: String
    @OptionGroup var providers: ProviderOptions
    @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

    func run() async throws {
      let session = try CLIContext(common)
      let archive = try await session.archive(comparedBy: providers)
      let saved = try await archive.one(named: name)
      _ = try await session.rates(of: providers, on: nil)
      let comparison = try await archive.comparison(saved.record)
      let output = SavedOutput(saved, comparison: comparison, session.core.catalogue)
      (json ? [JSONWriter().text(of: output.json)] : output.lines).forEach(Terminal.say)
    }
  }

  struct Delete: PlainCommand {
    static var abstract: String { helpText("Delete a saved calculation. To undo this, run \"kurs-cli saved restore\".") }
    static var aliases: [String] { ["remove"] }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The id of the calculation, the beginning of the id, or the title.")) var name: String

    func run() async throws {
      let archive = try await CLIContext(common).archive()
      let saved = try await archive.one(named: name)
      try await archive.delete(saved.id)
      Terminal.say(
        tr(
          "Deleted “{title}”. To undo this, run \"kurs-cli saved restore {id}\".",
          ["title": saved.title, "id": "\(saved.id)"]))
    }
  }

  struct Restore: PlainCommand {
    static var abstract: String { helpText("Restore a deleted calculation.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The complete id of the calculation.")) var id: String

    func run() async throws {
      let archive = try await CLIContext(common).archive()
      guard let id = UserObject.ID(id) else { throw Failure.notSaved(self.id) }
      try await archive.restore(id)
      guard let saved = try await archive.saved(id) else {
        throw Failure.notSaved(self.id)
      }
      Terminal.say(tr("Restored “{title}”.", ["title": saved.title]))
    }
  }
}

extension CalculationArchive {
  nonisolated func one(named name: String) async throws -> SavedCalculation {
    let all = try await saved()
    let found = all.filter { $0.id.text == name.lowercased() }
    let candidates = found.isEmpty ? all.filter { $0.title == name || $0.id.text.hasPrefix(name.lowercased()) } : found
    guard let one = candidates.first, candidates.count == 1 else {
      throw candidates.isEmpty ? Failure.notSaved(name) : Failure.severalSaved(name)
    }
    return one
  }
}

extension Failure {
  static func notSaved(_ name: String) -> Failure {
    Failure(.usage, tr("No calculation \"{name}\" found. For the list, run \"kurs-cli saved list\".", ["name": name]))
  }

  static func severalSaved(_ name: String) -> Failure {
    Failure(.usage, tr("Several calculations are named \"{name}\". Use the id of one instead.", ["name": name]))
  }
}
