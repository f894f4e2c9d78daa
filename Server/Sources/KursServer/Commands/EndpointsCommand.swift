// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import HTTPTypes

/// Lists the endpoints, so that they can be compared with openapi.yaml.
struct EndpointsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endpoints", abstract: "Lists the requests that the server answers.", shouldDisplay: false)

  func run() {
    for endpoint in Endpoint.all { print(endpoint.method.rawValue, endpoint.path) }
  }
}
