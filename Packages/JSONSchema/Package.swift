// swift-tools-version: 6.2
import PackageDescription

// This package doesn't depend on Kurs. The library needs only Swift's standard library. The tool needs Foundation.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "JSONSchema",
  products: [
    .library(name: "JSONSchema", targets: ["JSONSchema"]), .executable(name: "validate", targets: ["validate"]),
  ],
  targets: [
    .target(
      name: "JSONSchema", path: "Sources/JSONSchema",
      swiftSettings: settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]),
    .executableTarget(
      name: "validate", dependencies: ["JSONSchema"], path: "Sources/validate",
      swiftSettings: settings),
    .testTarget(
      name: "JSONSchemaTests", dependencies: ["JSONSchema", "validate"], path: "Tests/JSONSchemaTests",
      exclude: ["Oracle/schemas.py"], swiftSettings: settings),
  ]
)
