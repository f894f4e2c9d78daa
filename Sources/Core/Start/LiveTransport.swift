// SPDX-License-Identifier: GPL-3.0-or-later
public import KursNetwork
import KursNetworkCache
import KursStorage

/// The way to the network as it is in use: equal requests joined, our own redirect step, the HTTP cache, libcurl.
///
/// `cacheFolder` gets `caches.sqlite`; neither it nor libcurl is opened before the first request.
public func liveTransport(version: String, cacheFolder: String) -> @Sendable () -> any Transport {
  {
    let curl = CurlTransport(CurlConfiguration(userAgent: "Kurs/\(version) (+https://kursapp.org)"))
    let disk = CacheDatabase(path: "\(cacheFolder)/caches.sqlite")
    // Outside in: equal requests are joined, redirects followed one by one, each hop answered from the cache.
    return CoalescingTransport(RedirectingTransport(CachedTransport(curl, disk: disk)))
  }
}
