// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursLocalCache
import KursModel
import KursStorage
import KursWorkflow

extension Core {
  /// Drops documents and pictures that have expired or are too many; opens no file of pictures that is not there.
  @discardableResult
  public func sweep() async -> (documents: Int, images: Int) {
    await Self.sweep(rates, images, at: imagesPath, now: environment.clock())
  }

  /// Sweeps and keeps the day's copy of the person's data, now and each day until nobody uses rates and data any more.
  func sweepDaily(copying objects: PersonObjects) {
    let (path, clock) = (imagesPath, environment.clock)
    Task.detached(priority: .utility) { [weak rates, weak images, weak objects] in
      while await Self.sweep(rates, images, at: path, now: clock(), copying: objects) {
        try? await Task.sleep(for: .seconds(86_400))
      }
    }
  }

  var imagesPath: String { "\(environment.cacheFolder)/images.sqlite" }

  /// Returns false, and does nothing, if one of them is gone.
  private static func sweep(
    _ rates: RatesWorkflow?, _ images: ImageDatabase?, at path: String, now: Timestamp, copying objects: PersonObjects?
  ) async -> Bool {
    guard let rates, let images, let objects else { return false }
    _ = await sweep(rates, images, at: path, now: now)
    try? await objects.database.copyDaily(now.localDay)
    return true
  }

  private static func sweep(
    _ rates: RatesWorkflow, _ images: ImageDatabase, at path: String, now: Timestamp
  ) async -> (documents: Int, images: Int) {
    let documents = (try? await rates.sweepDocuments()) ?? 0
    guard FileManager.default.fileExists(atPath: path) else { return (documents, 0) }
    return (documents, (try? await images.sweep(ImageLimits().storage, now: now)) ?? 0)
  }
}
