// SPDX-License-Identifier: GPL-3.0-or-later
public import KursNetwork
import KursNetworkCache
import KursStorage

/// The way to the network as it is in use: libcurl, equal requests joined, our own redirect step, the HTTP cache.
///
/// `cacheFolder` gets `caches.sqlite`; neither it nor libcurl is opened before the first request.
public func liveTransport(version: String, cacheFolder: String) -> @Sendable () -> any Transport {
  {
    let curl = CurlTransport(CurlConfiguration(userAgent: "Kurs/\(version) (+https://kursapp.org)"))
    return CachedTransport(
      RedirectingTransport(CoalescingTransport(curl)), disk: CacheDatabase(path: "\(cacheFolder)/caches.sqlite"))
  }
}
