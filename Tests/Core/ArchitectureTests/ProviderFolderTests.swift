// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// Checks that each provider's folder is complete and that the list of all providers contains each provider.
@Suite struct ProviderFolderTests {
  private let repository = Repository()
  private static let folders: [String] = {
    let path = Repository().root.appending(path: Rule.providerFolder).path()
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }()

  @Test("there are at least 21 provider folders") func thereAreFolders() {
    #expect(Self.folders.count >= 21)
  }

  @Test("a provider folder contains the declaration, parser, schemas and fixtures", arguments: folders)
  func aProviderFolderContainsTheDeclarationParserSchemasAndFixtures(folder: String) throws {
    let path = Rule.providerFolder + folder
    let code = try repository.sources(under: path).map(\.text).joined()
    #expect(
      code.contains("extension Provider {") && code.contains("ProviderEndpoints(") && code.contains("ProviderDefinition("))
    let names = try FileManager.default.subpathsOfDirectory(atPath: repository.root.appending(path: path).path())
    let asked = code.matches(of: /schema: "([\w-]+)"/).map { "\($0.1).schema.json" }
    #expect(Set(names.filter { $0.hasSuffix(".schema.json") }) == Set(asked))
    #expect(names.contains { $0.hasPrefix("Fixtures/") && $0.hasSuffix(".quotes") })
    let others = names.filter { !$0.contains("/") && $0 != "Fixtures" }
    #expect(others.allSatisfy { $0.hasSuffix(".swift") || $0.hasSuffix(".schema.json") })
  }

  @Test("the list of all providers contains each provider once")
  func theListOfAllProvidersContainsEachProviderOnce() throws {
    let code = try repository.sources(under: Rule.providerFolder).map(\.text).joined()
    let declared = code.matches(of: /static let (\w+) = ProviderDefinition\(/).map { String($0.1) }
    let directory = try repository.text("Sources/Core/Items/ProviderDefinition.swift")
    let list = try #require(directory.firstMatch(of: /static let all: \[ProviderDefinition\] = \[([^\]]*)\]/))
    let listed = list.1.matches(of: /\.(\w+)/).map { String($0.1) }
    #expect(listed.sorted() == declared.sorted())
  }
}
