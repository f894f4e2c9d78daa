// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
public import KursCore

/// The providers that a command reads.
struct ProviderOptions: ParsableArguments {
  @Option(
    name: .customLong("provider"),
    help: helpText(
      "Whose rates are used; what the first lacks comes from the next. Without this, the order of your settings counts.",
      valueName: "NAME[,NAME…]"))
  var names: String?
  @Option(
    help: ArgumentHelp(
      helpText("What the bank does with the currency that is converted: buying, selling, or middle for neither."),
      discussion: helpText("Without it as your settings say. A bank that publishes one rate alone has its one rate."),
      valueName: "SIDE"))
  var side: QuoteSide?

  init() {}

  init(names: String?) {
    self.names = names
    side = nil
  }

  init(_ provider: ProviderID) { self.init(names: provider.name) }

  /// The named providers; nil if none was named.
  var order: [ProviderID]? {
    names?.split(separator: ",").map { ProviderID(typed: $0) }
  }
}

extension ProviderID {
  /// A provider by its id in letters of either case.
  init(typed text: some StringProtocol) { self.init(text.trimmed().lowercased()) }
}

extension QuoteSide: ExpressibleByArgument {}
