// SPDX-License-Identifier: GPL-3.0-or-later
public import KursNetwork

/// The live way to the network, for whoever only sends.
public func liveTransport(version: String, cacheFolder: String) -> @Sendable () -> any Transport {
  let network = LiveNetwork(version: version, cacheFolder: cacheFolder)
  return { network.transport }
}
