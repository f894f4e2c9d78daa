// SPDX-License-Identifier: GPL-3.0-or-later
public import ArgumentParser
import FoundationEssentials
import KursChart
public import KursCore
import KursDrawing

struct ChartCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "chart", abstract: helpText("Draw a chart as SVG, PNG or CSV."),
      discussion: helpText(
        "The ending of the file name sets the format: .svg, .png or .csv. Several currencies, separated by commas, are compared."
      ))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The first currency.")) var from: String
  @Argument(help: helpText("The second currency, or up to four, separated by commas.")) var to: String
  @Option(help: helpText("The period: 1w, 1m, 3m, 6m, ytd, 1y, 2y, 5y, 10y or all.")) var range: ChartRange = .year
  @Option(name: .shortAndLong, help: helpText("The file to write: .svg, .png or .csv.")) var output: String
  @Option(help: helpText("Width in logical pixels.")) var width = 960
  @Option(help: helpText("Height in logical pixels.")) var height = 540
  @Option(help: helpText("The scale of a PNG: device pixels for each logical pixel.")) var scale = 2
  @Flag(help: helpText("Draw light lines on a dark background.")) var dark = false
  @Flag(name: .customLong("log"), help: helpText("Use a logarithmic axis.")) var isLogarithmic = false
  @Flag(
    inversion: .prefixedNo,
    help: helpText("Draw each line as a percentage of its first value. This is the default for several lines."))
  var rebased: Bool?
  @Option(help: helpText("The interval between points: daily, weekly or monthly.")) var period: ChartOptions.Period =
    .daily
  @Option(help: helpText("Moving averages, separated by commas: 30, 200.")) var averages = ""
  @OptionGroup var providers: ProviderOptions

  func validate() throws {
    guard (200...8000).contains(width), (150...8000).contains(height), (1...4).contains(scale) else {
      throw ValidationError(
        tr("The picture must be 200 to 8000 pixels wide and 150 to 8000 high. Use a scale from 1 to 4."))
    }
  }

  func run() async throws {
    let session = try CLIContext(common)
    let base = try session.currency(from)
    let counters = try session.currencies(to).list
    guard let subject = ChartSubject(base: base, counters: counters) else {
      throw ValidationError(tr("Name one to four different currencies."))
    }
    let state = try await state(of: subject, session)
    let bytes = try contents(of: state)
    try WholeFile.write(bytes, to: CLIContext.absolute(output))
    Terminal.say(tr("Saved as {path}", ["path": output]))
  }

  private func state(of subject: ChartSubject, _ session: CLIContext) async throws -> ChartState {
    _ = try await session.rates(of: providers, on: nil)
    let provider = try await session.provider(charting: [subject.base] + subject.counters, of: providers)
    if provider.id == session.core.bundle.provider {
      try await session.core.rates.importer.importHistory()
    }
    var options = ChartOptions()
    options.isLogarithmic = isLogarithmic
    options.isRebased = rebased ?? subject.isComparison
    options.period = period
    options.averages = try Set(
      averages.split(separator: ",").map { text in
        guard let span = Int(text), ChartOptions.spans.contains(span) else {
          throw CommandFailure.unreadableAmount(String(text))
        }
        return span
      })
    return try await ChartLoader(session.core.rates).chart(
      of: subject, provider: provider, options: options, range: range, today: CLIContext.today)
  }

  private func contents(of state: ChartState) throws -> [UInt8] {
    let theme = ChartTheme(isDark: dark)
    let size = Size(Double(width), Double(height))  // not money: pixels
    let name = output.lowercased()
    if name.hasSuffix(".csv") { return Array(state.csv().utf8) }
    if name.hasSuffix(".svg") {
      let list = ChartFigure(ChartCaption(plain: state), theme: theme).list(state, size: size, text: .plain)
      return Array(
        SVGWriter.text(of: list, title: "\(state.subject)", description: state.provider.attribution).utf8)
    }
    guard name.hasSuffix(".png") else { throw CommandFailure.unknownPicture(output) }
    let list = ChartFigure(ChartCaption(plain: state), theme: theme, metrics: .measured)
      .list(state, size: size, text: .plain)
    guard let png = CairoImage(list, scale: Double(scale))?.png() else {  // not money: pixels
      throw CommandFailure.noCairo
    }
    return png
  }
}

extension ChartRange: ExpressibleByArgument {}
extension ChartOptions.Period: ExpressibleByArgument {}
