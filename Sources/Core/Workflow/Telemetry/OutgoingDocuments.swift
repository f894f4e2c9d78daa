// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

public struct OutgoingDocuments: Sendable {
  static let noInstallation = "00000000-0000-4000-8000-000000000000"

  private let queue: OfflineQueue
  private let analytics: Analytics
  private let upload: AnalyticsUpload

  public init(queue: OfflineQueue, statistics: AnalyticsChoice) {
    self.queue = queue
    analytics = statistics.analytics
    upload = statistics.upload
  }

  /// Returns the waiting documents in sending order. Adds an example of statistics if no statistics wait.
  public func documents() async -> [OutgoingDocument] {
    let queued = await queue.state().waiting.compactMap(OutgoingDocument.init)
    let gathering = await upload.next().map { batch, server in
      OutgoingDocument(batch, id: "gathering", .gathering, to: server)
    }
    let waiting = queued + (gathering.map { [$0] } ?? [])
    guard !waiting.contains(where: \.isOfStatistics), let last = analytics.last else { return waiting }
    let batch = AnalyticsBatch(installation: Self.noInstallation, dropped: 0, events: [.init(last)])
    return waiting + [OutgoingDocument(batch, id: "example", .example, to: await upload.server())]
  }

  public func states() -> AsyncStream<[OutgoingDocument]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [OutgoingDocument].self, bufferingPolicy: .bufferingNewest(1))
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let following = [
      Task { [analytics] in for await _ in analytics.updates() { tick.yield() } },
      Task { [queue] in for await _ in await queue.states() { tick.yield() } },
      Task {
        var shown: [OutgoingDocument]?
        for await _ in ticks {
          let documents = await documents()
          if documents != shown { continuation.yield(documents) }
          shown = documents
        }
      },
    ]
    continuation.onTermination = { _ in for task in following { task.cancel() } }
    return stream
  }
}

extension OutgoingDocument {
  var isOfStatistics: Bool { if case .statistics = kind { true } else { false } }

  fileprivate init(_ batch: AnalyticsBatch, id: String, _ standing: Standing, to server: String?) {
    self.init(
      id: id, kind: .statistics(events: batch.events.count), standing: standing, server: server,
      body: String(decoding: batch.body, as: UTF8.self))
  }

  /// Creates a document from a queued request. Returns nil if the request sends neither statistics nor a report.
  fileprivate init?(_ queued: QueuedCommand) {
    let content = queued.content
    let kind: Kind
    switch content.command {
    case AnalyticsBatch.command.name: kind = .statistics(events: AnalyticsBatch.countOfEvents(in: content.body))
    case ValidationReport.command.name: kind = .report
    default: return nil
    }
    self.init(
      id: content.key, kind: kind, standing: .queued, server: content.server,
      body: String(decoding: content.body, as: UTF8.self))
  }
}
