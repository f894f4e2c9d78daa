// swift-tools-version: 6.2
import PackageDescription

// A separate package, because libFuzzer provides the main function and the model must be built with its probes.
// See README.md for how to run it.

let package = Package(
  name: "Fuzz",
  dependencies: [.package(url: "https://github.com/attaswift/BigInt", from: "6.0.1")],
  targets: [
    .target(name: "KursModel", dependencies: [.product(name: "BigInt", package: "BigInt")]),
    .executableTarget(
      name: "ReaderFuzz", dependencies: ["KursModel"],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
  ]
)
