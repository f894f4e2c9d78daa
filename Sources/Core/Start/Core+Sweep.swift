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
    let documents = (try? await rates.sweepDocuments()) ?? 0
    guard FileManager.default.fileExists(atPath: imagesPath) else { return (documents, 0) }
    let swept = try? await images.sweep(ImageLimits().storage, now: environment.clock())
    return (documents, swept ?? 0)
  }

  /// Now, and each day for as long as the task lives; keeps the day's copy of what is the person's.
  func sweepDaily(copying person: PersonDatabase) async {
    while !Task.isCancelled {
      await sweep()
      try? await person.copyDaily(environment.clock().localDay)
      try? await Task.sleep(for: .seconds(86_400))
    }
  }

  var imagesPath: String { "\(environment.cacheFolder)/images.sqlite" }
}
