// swift-tools-version: 6.2
import PackageDescription

// Fuzzing needs a separate package, because libFuzzer provides the main function and the model needs libFuzzer's
// coverage probes. README.md explains how to run the fuzzer.

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
