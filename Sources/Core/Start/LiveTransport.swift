// SPDX-License-Identifier: GPL-3.0-or-later
public import KursNetwork

/// The way to the network as it is in use: libcurl, joined by equal requests, with our own redirect step.
public func liveTransport(version: String) -> @Sendable () -> any Transport {
  {
    let curl = CurlTransport(CurlConfiguration(userAgent: "Kurs/\(version) (+https://kursapp.org)"))
    return RedirectingTransport(CoalescingTransport(curl))
  }
}
