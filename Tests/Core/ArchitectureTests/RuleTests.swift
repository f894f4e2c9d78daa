// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

// Each rule is tested with code that breaks the rule and with code that obeys it.

private let manifest = """
  let big: Target.Dependency = .product(name: "BigInt", package: "BigInt")
  let core: [Target] = [
    layer("Model", "Core/Model", [big]),
    layer(
      "Storage", "Core/Storage",
      ["Model"], resources: [.copy("Schemas")]),
    .systemLibrary(name: "CAdwaita", path: "Sources/System/CAdwaita", pkgConfig: "libadwaita-1"),
    .executableTarget(
      name: "program", dependencies: ["Storage"], path: "Sources/Programs/program", swiftSettings: settings),
  ]
  """

private let arrows = Arrows(manifest: manifest)

private func found(_ rule: Rule, _ text: String, at path: String = "Sources/Core/Model/A.swift") -> Int {
  rule.violations(SourceFile(path: path, text: text), arrows).count
}

@Test("dependencies are read from the package manifest") func dependenciesAreReadFromThePackageManifest() {
  #expect(
    arrows.targets == [
      .init(name: "Model", folder: "Sources/Core/Model", dependencies: ["BigInt"]),
      .init(name: "Storage", folder: "Sources/Core/Storage", dependencies: ["Model"]),
      .init(name: "CAdwaita", folder: "Sources/System/CAdwaita", dependencies: []),
      .init(name: "program", folder: "Sources/Programs/program", dependencies: ["Storage"]),
    ])
  #expect(arrows.reach(of: "program") == ["Storage", "Model", "BigInt"])
}

@Test("the folder of a local package's target begins with the package's folder")
func theFolderOfALocalPackagesTargetBeginsWithThePackagesFolder() {
  let text = #".target(name: "Reader", path: "Sources/Reader", swiftSettings: settings),"#
  let package = Arrows(manifest: text, in: "Packages/Reader/")
  #expect(package.targets == [.init(name: "Reader", folder: "Packages/Reader/Sources/Reader", dependencies: [])])
  let file = SourceFile(path: "Packages/Reader/Sources/Reader/A.swift", text: "import Model")
  #expect(Rule.imports.violations(file, package).count == 1)
}

@Test("an import outside the declared dependencies is reported", arguments: [
  ("import Storage", 1), ("public import Storage", 1), ("@testable import Storage", 1),
  ("@preconcurrency import struct Storage.Row", 1), ("import BigInt\nimport Foundation", 0), ("// import Storage", 0),
  ("let a = \"\"\"\n  import Storage\n  \"\"\"", 0),
])
func anImportOutsideTheDeclaredDependenciesIsReported(text: String, count: Int) {
  #expect(found(Rule.imports, text) == count)
}

@Test("importing a module that is only an indirect dependency is reported")
func importingAModuleThatIsOnlyAnIndirectDependencyIsReported() {
  #expect(found(Rule.imports, "import Model", at: "Sources/Programs/program/main.swift") == 1)
}

@Test("a desktop import in the core is reported even if declared")
func aDesktopImportInTheCoreIsReportedEvenIfDeclared() {
  #expect(found(Rule.noDesktopInCore, "import CAdwaita") == 1)
  #expect(found(Rule.noDesktopInCore, "import CAdwaita", at: "Sources/Gtk/KursGtk/A.swift") == 0)
}

@Test("provider code outside the provider's folder is reported", arguments: [
  ("Sources/Core/API/BNR.swift", "  static let bnr = ProviderEndpoints(", 1),
  ("Sources/Core/Items/BNR.swift", "  static let bnr = ProviderDefinition(text: .bnr, .xml)", 1),
  ("Sources/Core/Items/Providers/BNR.swift", "  static let bnr = ProviderDefinition(text: .bnr, .xml)", 1),
  ("Sources/Core/Items/Providers/BNR/BNR.swift", "  static let bnr = ProviderDefinition(text: .bnr, .xml)", 0),
])
func providerCodeOutsideTheProvidersFolderIsReported(path: String, text: String, count: Int) {
  #expect(found(Rule.providers, text, at: path) == count)
}

@Test("meaningless type names are reported", arguments: [
  ("struct RateManager {}", 1), ("final class DateHelper {}", 1), ("enum StringUtils {}", 1),
  ("let a = FileManager.default", 0), ("// a struct RateManager", 0),
])
func meaninglessTypeNamesAreReported(text: String, count: Int) {
  #expect(found(Rule.names, text) == count)
}

@Test("code that stops the program on an error is reported", arguments: [
  ("let a = try! b()", 1), ("fatalError(\"no\")", 1), ("let a = b as! C", 1), ("let a = b as? C", 0),
  ("let a = \"try! \\(b as! C)\"", 1), ("let a = \"try! fatalError()\" // as! C", 0),
  ("let a = #\"try! \"quoted\" as! b\"#", 0),
])
func codeThatStopsTheProgramOnAnErrorIsReported(text: String, count: Int) {
  #expect(found(Rule.crashes, text) == count)
}

@Test("singletons and global state are reported") func singletonsAndGlobalStateAreReported() {
  #expect(found(Rule.shared, "  public static let shared = Rates()") == 1)
  #expect(found(Rule.ambient, "let a = Bundle.module\nlet b = Locale.current") == 2)
  #expect(found(Rule.needsICU, "let a = Locale(identifier: b)\nlet c = NumberFormatter()") == 2)
  #expect(found(Rule.leftovers, "// TODO later") == 1)
}

@Test("a doc comment with a forbidden first word is reported", arguments: [
  ("  /// What the row shows.\n  let text = 1", 1), ("/// Who asks.", 1), ("/// The text of the row, and\n/// What it is.", 0),
  ("/// Whether it shows.", 0), ("// What follows is slow.", 0),
])
func aDocCommentWithAForbiddenFirstWordIsReported(text: String, count: Int) {
  #expect(found(Rule.docstrings, text) == count)
}

@Test("a forbidden word in a name or comment is reported", arguments: [
  ("var wishes = 1", 1), ("struct FileSetAside {}", 1), ("func takeUp(_ file: File) {}", 1), ("case lot", 1),
  ("let a = b  // The list at hand.", 1), ("/// The person's data.\n/// A doubt.", 2), ("let personal = plot", 0),
  ("let a = \"told\"", 0), ("let a = \"https://wish.example\"", 0), ("let a = wish", 0), ("// A slot of the user.", 0),
])
func aReplacedWordIsFound(text: String, count: Int) {
  #expect(found(Rule.replacedWords, text) == count)
}

@Test("a floating-point number in code for money is reported") func aFloatingPointNumberInCodeForMoneyIsReported() {
  #expect(found(Rule.money, "let a = Double(text)") == 1)
  #expect(found(Rule.money, "let a = Double(x)  // not money: a place on the screen") == 0)
  #expect(found(Rule.money, "let a = Double(text)", at: "Sources/App/Chart.swift") == 0)
}

@Test("an unsafe declaration without a reason in a comment is reported")
func anUnsafeDeclarationWithoutAReasonInACommentIsReported() {
  #expect(found(Rule.unsafeReason, "let a = 1\nlet b = 2\nlet c = 3\nnonisolated(unsafe) var a = 1") == 1)
  #expect(found(Rule.unsafeReason, "// Set once before any thread starts.\nnonisolated(unsafe) var a = 1") == 0)
}

@Test("a translated text that is not a plain literal is reported", arguments: [
  ("tr(\"Copy\")", 0), ("tr(\"From {date}\", [\"date\": day])", 0), ("trn(\"{n} day\", \"{n} days\", n)", 0),
  ("trc(\"menu\", \"Open\")", 0), ("tr(name)", 1), ("tr(\"From \\(date)\")", 1), ("tr(\"\\u{20AC}\")", 1),
  ("tr(\"a\" + \"b\")", 1), ("trn(\"{n} day\", many, n)", 1), ("tr(\"\"\"\n  long\n  \"\"\")", 1),
  ("func tr(_ text: String) -> String", 0), ("let a = str(name)", 0), ("// tr(name)", 0),
])
func onlyPlainLiteralsAreTranslatable(text: String, count: Int) {
  #expect(found(Rule.translatable, text) == count)
}

@Test("long files, wide lines and missing licences are reported")
func longFilesWideLinesAndMissingLicencesAreReported() {
  #expect(found(Rule.length, String(repeating: "\n", count: 901)) == 1)
  #expect(found(Rule.length, String(repeating: "\n", count: 900)) == 0)
  #expect(found(Rule.width, String(repeating: "a", count: 121)) == 1)
  #expect(found(Rule.width, String(repeating: "a", count: 120)) == 0)
  #expect(found(Rule.licenceLine, "import Foundation") == 1)
  #expect(found(Rule.licenceLine, Rule.licence + "\nimport Foundation") == 0)
}
