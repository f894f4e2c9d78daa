// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The layers and their dependencies. docs/ARCHITECTURE.md explains them. A test in Tests/Core/ArchitectureTests fails
// if a file imports a module that its layer doesn't list.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// The settings with which tests can import optimised modules, so that the tests run the same code as the users.
let fast: [SwiftSetting] = settings + [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// The settings for layers without hot loops. They optimise for size, so that a starting program maps less code.
let small: [SwiftSetting] = fast + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Lets idle programs sleep. libdispatch sets a timer that checks its threads once a second. This flag redirects that
/// call to pool.c, where the timer gets a longer period.
let quiet: LinkerSetting =
  .unsafeFlags(["-Xlinker", "--wrap=dispatch_source_set_timer"], .when(configuration: .release))

/// Uses lld, the toolchain's linker. GNU ld 2.44 is slower, and omits PT_GNU_RELRO in programs with Swift's sections.
let linker: LinkerSetting = .unsafeFlags(["-use-ld=lld"])

/// Links Swift's runtime statically, so that the programs run without a toolchain. Only the linker gets these flags, so
/// the compiled objects stay the same. The tests link these objects with the shared runtime, which XCTest needs.
let runtime: LinkerSetting = .unsafeFlags(
  ["-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections"],
  .when(configuration: .release))

/// Places the functions that run at each start next to each other, in the order that bench/link_order.py writes. A
/// start then maps 6 of the 24 MB of code instead of 13. The flags also stop exporting symbols, shorten relocation
/// lists, and merge functions with equal code. After merging, two signal handlers may be the same function. So code
/// that looks for a signal handler must compare the handler's data too.
func start(of program: String) -> LinkerSetting {
  let programs = "\(Context.packageDirectory)/Sources/Programs"
  let flags = [
    "--symbol-ordering-file=\(programs)/\(program)-order.txt", "--no-warn-symbol-ordering", "--no-export-dynamic",
    "-z", "pack-relative-relocs", "--no-eh-frame-hdr", "-O2", "--icf=all", "\(programs)/left-out.ld",
  ]
  return .unsafeFlags(flags.flatMap { ["-Xlinker", $0] }, .when(configuration: .release))
}

let jsonSchema: Target.Dependency = .product(name: "JSONSchema", package: "JSONSchema")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let bigInt: Target.Dependency = .product(name: "BigInt", package: "BigInt")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// The files in the providers' folders that aren't Swift: schemas and fixtures.
let documents: [String] = {
  let root = Context.packageDirectory + "/Sources/Core/Items/"
  let folders = ((try? FileManager.default.contentsOfDirectory(atPath: root + "Providers")) ?? []).sorted()
  return folders.flatMap { folder in
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: root + "Providers/" + folder)) ?? []).sorted()
    return names.filter { !$0.hasSuffix(".swift") }.map { "Providers/\(folder)/\($0)" }
  }
}()

func layer(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  _ settings: [SwiftSetting] = small
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude, swiftSettings: settings)
}

/// Creates a test target that builds fast. The tests aren't optimised, because optimising takes longer than running
/// them. No target imports the tests' module, so the compiler doesn't emit the module in a separate early step. LLVM
/// doesn't verify the generated code.
func tests(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(folder)",
    exclude: exclude,
    swiftSettings: settings + [
      .unsafeFlags(
        ["-Onone", "-no-emit-module-separately-wmo", "-Xfrontend", "-disable-llvm-verify"],
        .when(configuration: .release))
    ])
}

let core: [Target] = [
  layer("KursModel", "Core/Model", [bigInt], fast),
  layer("KursValidation", "Core/Validation", [jsonSchema]),
  layer("KursStorage", "Core/Storage", ["KursModel", "CKursCore", grdb]),
  layer("KursNetwork", "Core/Network", ["CLibraries"]),
  layer("KursNetworkCache", "Core/NetworkCache", ["KursNetwork", "KursStorage", "KursModel"]),
  layer("KursLocalCache", "Core/LocalCache", ["KursStorage", "KursModel"]),
  layer("KursAPI", "Core/API", ["KursNetworkCache", "KursNetwork", "KursValidation", "KursModel", jsonSchema]),
  layer(
    "KursItems", "Core/Items", ["KursAPI", "KursModel", jsonSchema, "CLibraries"], exclude: documents),
  layer(
    "KursWorkflow", "Core/Workflow",
    ["KursAPI", "KursItems", "KursLocalCache", "KursStorage", "KursModel"]),
  layer(
    "KursCore", "Core/Start",
    [
      "KursWorkflow", "KursAPI", "KursItems", "KursValidation", "KursLocalCache", "KursNetworkCache",
      "KursNetwork", "KursStorage", "KursModel", jsonSchema, "CKursCore",
    ]),
]

let system: [Target] = [
  .target(
    name: "CKursCore", path: "Sources/System/CKursCore",
    cSettings: [
      .treatAllWarnings(as: .error),
      .define("KURS_VERSION", to: "\"\(Context.environment["KURS_VERSION"] ?? "0.0.0-dev")\""),
    ], linkerSettings: [.linkedLibrary("sqlite3")]),
  .target(name: "CStart", path: "Sources/System/CStart", cSettings: [.treatAllWarnings(as: .error)]),
  // These libraries are opened on first use and not linked. SwiftPM links every library that a .pc file requires
  // publicly. So opened.pc requires these libraries privately, which adds only their headers.
  .systemLibrary(
    name: "COpened", path: "Sources/System/COpened",
    pkgConfig: "\(Context.packageDirectory)/Sources/System/COpened/opened.pc"),
  .systemLibrary(
    name: "CLibraries", path: "Sources/System/CLibraries",
    pkgConfig: "\(Context.packageDirectory)/Sources/System/CLibraries/libraries.pc"),
  .systemLibrary(name: "CAdwaita", path: "Sources/System/CAdwaita", pkgConfig: "libadwaita-1"),
]

let fronts: [Target] = [
  layer("KursBus", "Bus", ["COpened", "KursWorkflow", "KursModel"]),
  layer("KursDesktop", "Desktop", ["CAdwaita", "KursBus"]),
  layer("KursDrawing", "Drawing/Canvas", ["COpened"]),
  layer("KursChart", "Drawing/Chart", ["KursDrawing", "KursWorkflow", "KursModel"]),
  .target(
    name: "CKursGtk", dependencies: ["CAdwaita"], path: "Sources/Gtk/CKursGtk",
    cSettings: [.treatAllWarnings(as: .error)], linkerSettings: ["png", "jpeg", "gif"].map { .linkedLibrary($0) }),
  layer("KursGtk", "Gtk/KursGtk", ["CKursGtk", "CAdwaita", "KursDrawing"]),
  // The modules that KursCore exports are listed as dependencies too. Without this, an optimised build once didn't
  // rebuild a target after a change in one of these modules.
  layer("KursWords", "Strings", ["KursCore", "KursWorkflow", "KursModel"]),
  layer(
    "KursApp", "App",
    [
      "KursBus", "KursWords", "KursGtk", "KursDesktop", "KursChart", "KursDrawing", "KursCore",
      "KursWorkflow", "KursModel",
    ]),
  .executableTarget(
    name: "kurs", dependencies: ["KursApp", "CStart"], path: "Sources/Programs/kurs",
    swiftSettings: settings, linkerSettings: [linker, runtime, quiet, start(of: "kurs")]),
  .executableTarget(
    name: "kurs-cli",
    dependencies: [
      "KursBus", "KursWords", "KursChart", "KursDrawing", "KursCore", "KursWorkflow", "KursModel", "CStart", arguments,
    ], path: "Sources/CLI", swiftSettings: small, linkerSettings: [linker, runtime, quiet, start(of: "kurs-cli")]),
]

let package = Package(
  name: "Kurs",
  products: [
    .library(name: "KursCore", targets: ["KursCore"]),
    .executable(name: "kurs", targets: ["kurs"]),
    .executable(name: "kurs-cli", targets: ["kurs-cli"]),
  ],
  dependencies: [
    .package(path: "Packages/JSONSchema"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: core + system + fronts + [
    .target(
      name: "TestSupport", dependencies: ["KursWorkflow", "KursAPI", "KursNetwork", "KursModel"], path: "Tests/Support",
      swiftSettings: settings),
    tests(
      "ModelTests", "Core/ModelTests", ["KursModel", "TestSupport"],
      exclude: ["Expression/GrammarTable.tsv", "Expression/reference.py", "Rates/routes.py"]),
    tests("StorageTests", "Core/StorageTests", ["KursStorage", "KursModel", "TestSupport", grdb]),
    tests(
      "NetworkTests", "Core/NetworkTests", ["KursNetwork", "KursNetworkCache", "KursStorage", "TestSupport"]),
    tests(
      "ItemsTests", "Core/ItemsTests",
      ["KursItems", "KursAPI", "KursValidation", "KursModel", jsonSchema, "TestSupport"]),
    tests(
      "WorkflowTests", "Core/WorkflowTests",
      [
        "KursCore", "KursWorkflow", "KursAPI", "KursItems", "KursLocalCache", "KursNetwork", "KursStorage",
        "KursModel", "KursValidation", jsonSchema, "TestSupport", grdb,
      ],
      exclude: ["Answers/answers.py"]),
    tests(
      "DrawingTests", "DrawingTests", ["KursChart", "KursDrawing", "KursWorkflow", "KursModel", "TestSupport"],
      exclude: ["Pictures"]),
    tests("ArchitectureTests", "Core/ArchitectureTests", []),
    tests(
      "WidgetTests", "Widgets",
      [
        "KursApp", "KursGtk", "KursChart", "KursDrawing", "KursDesktop", "KursCore", "KursWorkflow",
        "KursLocalCache", "KursStorage", "KursModel", "KursNetwork", "TestSupport", "CAdwaita",
      ]),
  ]
)
