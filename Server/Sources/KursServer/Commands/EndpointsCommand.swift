// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import HTTPTypes

/// Lists the endpoints, so that a test can compare them with openapi.yaml.
struct EndpointsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endpoints", abstract: "Lists the endpoints of the server.", shouldDisplay: false)

  func run() {
    for endpoint in Endpoint.all { print(endpoint.method.rawValue, endpoint.path) }
  }
}
