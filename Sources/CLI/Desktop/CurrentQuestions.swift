// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// Answers each request with the settings, providers and day of that moment. The service may run for days while other
/// programs change the settings.
actor CurrentQuestions {
  private let common: CommonOptions
  private let providers: ProviderOptions
  private var known: Questions

  init(_ common: CommonOptions, _ providers: ProviderOptions) throws {
    (self.common, self.providers) = (common, providers)
    known = Questions(try CLIContext(common), providers)
  }

  var current: Questions {
    get throws {
      if !known.session.isCurrent { known = Questions(try CLIContext(common), providers) }  // guards S31
      return known
    }
  }

  func results(_ question: String) async -> [SearchResult] {
    do { return try await current.results(question) } catch { return [] }
  }
}
