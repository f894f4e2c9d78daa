// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
public import KursCore

struct CacheCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cache", abstract: helpText("Show or clear cached server responses. Your stored rates stay."),
      subcommands: [Status.self, Clear.self], defaultSubcommand: Status.self)
  }

  struct Status: PlainCommand {
    static var abstract: String { helpText("Print the size of each cache in bytes.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let session = try CLIContext(common)
      let (usage, sizes) = (await session.core.caches.usage(), session.core.reading.settings.cacheSizes)
      let rows = CacheKind.allCases.compactMap { kind in usage[kind].map { (kind, $0) } }
      if json {
        var members = rows.map { ($0.0.rawValue, JSONValue.number(JSONNumber($0.1))) }
        members.append(("networkLimit", .number(JSONNumber(sizes.disk << 20))))
        return Terminal.say(JSONWriter().text(of: .object(JSONObject(members))))
      }
      for (kind, bytes) in rows {
        let limit = kind == .network ? " of \(sizes.disk << 20)" : ""
        Terminal.say("\(kind.rawValue)  \(bytes)\(limit)")
      }
    }
  }

  struct Clear: PlainCommand {
    static var abstract: String { helpText("Clear the named caches, or all of them.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The cache: network, documents or images.", valueName: "cache")) var kinds: [CacheKind] =
      []

    func run() async throws {
      let session = try CLIContext(common)
      if kinds.isEmpty || kinds.contains(.documents) { try session.requireSavedRates() }
      let caches = session.core.caches
      let kinds = kinds.isEmpty ? CacheKind.allCases : kinds
      for kind in kinds {
        await caches.clear(kind)
        guard await caches.usage()[kind] ?? 0 > 0 else { continue }
        throw Failure(
          .unwritable, tr("Can't clear the cache {name}. Check the permissions of its file.", ["name": kind.rawValue])
        )
      }
      Terminal.say(tr("Deleted: {text}", ["text": kinds.map(\.rawValue).joined(separator: ", ")]))
    }
  }
}

extension CacheKind: ExpressibleByArgument {}
