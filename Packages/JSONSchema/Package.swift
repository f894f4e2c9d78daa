// swift-tools-version: 6.2
import PackageDescription

// A package of its own: it knows nothing of Kurs and stands on nothing but Swift's standard library.

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
