// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// Uses the current settings and day for each request, because the service may run for days.
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
