// swift-tools-version: 6.2
import PackageDescription

// A separate package that depends on Swift's standard library only, not on Kurs.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "JSONSchema",
  products: [.library(name: "JSONSchema", targets: ["JSONSchema"])],
  targets: [
    .target(name: "JSONSchema", path: "Sources/JSONSchema", swiftSettings: settings),
    .testTarget(
      name: "JSONSchemaTests", dependencies: ["JSONSchema"], path: "Tests/JSONSchemaTests",
      exclude: ["Oracle/schemas.py"], swiftSettings: settings),
  ]
)
