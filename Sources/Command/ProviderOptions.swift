// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// Whose rates a command reads.
struct ProviderOptions: ParsableArguments {
  @Option(
    name: .customLong("provider"),
    help: ArgumentHelp(
      "Whose rates; what the first lacks comes from the next. Without it the order of your settings.",
      valueName: "NAME[,NAME…]"))
  var names: String?

  init() {}

  init(_ provider: ProviderID) {
    names = provider.name
  }

  /// Those that were named; nil where none was.
  var order: [ProviderID]? {
    names?.split(separator: ",").map { ProviderID(String($0)) }
  }
}
