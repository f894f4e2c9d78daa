// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser

/// A command that needs no more of a configuration than its line in the list of commands.
protocol PlainCommand: AsyncParsableCommand {
  static var abstract: String { get }
  /// Other names that a person may try.
  static var aliases: [String] { get }
}

extension PlainCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(abstract: abstract, aliases: aliases) }
  static var aliases: [String] { [] }
}
