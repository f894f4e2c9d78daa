// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
public import KursCore

/// `cache status|clear`: what is kept of answers; the rates themselves are not touched.
struct CacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show or clear what is kept of servers' answers; rates stay.",
    subcommands: [Status.self, Clear.self], defaultSubcommand: Status.self)

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print how much each cache holds, in bytes.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
      try await Terminal.run {
        let session = try Session(common)
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
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Clear the named caches, or all of them.")

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("network, documents or images.", valueName: "cache")) var kinds: [CacheKind] = []

    func run() async throws {
      try await Terminal.run {
        let session = try Session(common)
        for kind in kinds.isEmpty ? CacheKind.allCases : kinds { await session.core.caches.clear(kind) }
      }
    }
  }
}

extension CacheKind: ExpressibleByArgument {}
