// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

private let repository = Repository()
/// The source files, read once, because blanking out comments and strings takes longer than all rules.
private let sources = Result { try repository.all("Sources") }

@Test("every source file obeys each architecture rule", arguments: Rule.all.map(\.name))
func everySourceFileObeysEachArchitectureRule(name: String) throws {
  let arrows = try repository.arrows()
  let rule = try #require(Rule.all.first { $0.name == name })
  let files = try sources.get()
  #expect(files.count > 15)
  let found = files.flatMap { rule.violations($0, arrows) }
  #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
}

@Test("every test file has the licence line") func everyTestFileHasTheLicenceLine() throws {
  let arrows = Arrows(targets: [])
  let found = try repository.all("Tests").flatMap { Rule.licenceLine.violations($0, arrows) }
  #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
}

@Test("the core depends on no desktop module") func theCoreDependsOnNoDesktopModule() throws {
  let arrows = try repository.arrows()
  #expect(arrows.reach(of: "KursCore").isSuperset(of: ["KursWorkflow", "KursModel", "GRDB", "CLibraries"]))
  #expect(arrows.reach(of: "KursCore").isDisjoint(with: Rule.desktopModules))
  #expect(arrows.reach(of: "kurs-cli").isDisjoint(with: ["CAdwaita", "CKursGtk", "KursGtk", "KursApp"]))
}

@Test("a package depends on no module of Kurs") func aPackageDependsOnNoModuleOfKurs() throws {
  let arrows = try repository.arrows()
  let folders = try repository.packages()
  #expect(folders == ["Packages/JSONSchema"])
  let targets = arrows.targets.filter { target in folders.contains { target.folder.hasPrefix($0 + "/") } }
  #expect(targets.map(\.name) == ["JSONSchema", "validate"])
  #expect(targets.flatMap(\.dependencies) == ["JSONSchema"])
}

@Test("no module depends on itself through other modules") func noModuleDependsOnItselfThroughOtherModules() throws {
  let arrows = try repository.arrows()
  for target in arrows.targets {
    #expect(!arrows.reach(of: target.name).contains(target.name), "\(target.name) reaches itself")
  }
}

@Test("every source file with translatable text is listed in po/POTFILES")
func everySourceFileWithTranslatableTextIsListedInPoPOTFILES() throws {
  let listed = Set(try repository.text("po/POTFILES").split(separator: "\n").map(String.init))
  let speaking = try sources.get().filter { $0.holds(["tr(", "trn(", "trc("]) && $0.code.contains(/\btr[nc]?\(\s*"/) }
  #expect(speaking.filter { !listed.contains($0.path) }.map(\.path) == [])
}

@Test("every source file belongs to a target of the package manifest")
func everySourceFileBelongsToATargetOfThePackageManifest() throws {
  let arrows = try repository.arrows()
  #expect(arrows.targets.count >= 22)
  let files = try sources.get()
  let owned = Set(files.compactMap { arrows.target(owning: $0.path)?.name })
  #expect(owned.isSuperset(of: ["KursModel", "JSONSchema", "KursCore", "KursGtk", "kurs", "kurs-cli", "CKursGtk"]))
  #expect(files.filter { arrows.target(owning: $0.path) == nil }.map(\.path) == [])
}

@Test("a feature's code uses Swift types only from allowed features", arguments: [FeatureBorders.workflow, .app])
func aFeaturesCodeUsesSwiftTypesOnlyFromAllowedFeatures(borders: FeatureBorders) throws {
  let found = borders.crossings(in: try sources.get())
  #expect(found.count > 50)
  let forbidden = found.filter { !borders.allows($0) }
  #expect(forbidden.isEmpty, "\(forbidden.map(\.description).joined(separator: "\n"))")
  #expect(borders.unneeded(found) == [])
}

@Test("the tests declare only one fake HTTP server") func theTestsDeclareOnlyOneFakeHTTPServer() throws {
  let transport = /\b(?:struct|class|actor)\s+\w+\s*:[^{]*\bTransport\b|\blisten\(\w+, \d+\)/
  let found = try repository.all("Tests").filter { $0.holds(["Transport", "listen("]) && $0.code.contains(transport) }
  // HurriedTransport is allowed, because it only shortens the time-out of the real transport.
  #expect(found.map(\.path) == ["Tests/Support/FakeServer.swift", "Tests/Support/HurriedTransport.swift"])
}
