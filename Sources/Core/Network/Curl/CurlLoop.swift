// SPDX-License-Identifier: GPL-3.0-or-later
import CCurl

/// The network thread: runs all transfers and sleeps in between.
struct CurlLoop: Sendable {
  private typealias Transfers = [UnsafeMutableRawPointer: CurlTransfer]

  let configuration: CurlConfiguration
  let mailbox: CurlMailbox

  // Without transfers nothing has a deadline. A request wakes the thread.
  private static let longestSleep: Int32 = 600_000

  func run() {
    guard kurs_curl_load(), let multi = kurs_curl_multi_init() else {
      return refuseAll(mailbox.close(.libraryMissing).jobs, .libraryMissing)
    }
    _ = kurs_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
    mailbox.open(multi)
    var transfers: Transfers = [:]
    var mail = mailbox.take()
    while !mail.isStopped {
      for job in mail.jobs { start(job, on: multi, in: &transfers) }
      for id in mail.cancelled { cancel(id, on: multi, in: &transfers) }
      _ = kurs_curl_multi_perform(multi)
      finishDone(on: multi, in: &transfers)
      _ = kurs_curl_multi_poll(multi, Self.longestSleep)
      mail = mailbox.take()
    }
    refuseAll(mail.jobs + mailbox.close(.cancelled).jobs + transfers.values.map(\.job), .cancelled)
    for easy in transfers.keys { _ = kurs_curl_multi_remove(multi, easy) }
    transfers = [:]
    kurs_curl_multi_cleanup(multi)
  }
}

extension CurlLoop {
  private func refuseAll(_ jobs: [CurlJob], _ error: NetworkError) {
    for job in jobs { job.finish(.failure(error)) }
  }

  private func start(
    _ job: CurlJob, on multi: UnsafeMutableRawPointer, in transfers: inout Transfers
  ) {
    do throws(NetworkError) {
      let transfer = try CurlTransfer(job, configuration)
      let code = kurs_curl_multi_add(multi, transfer.easy)
      guard code == CURLM_OK else { throw .protocolError(code: Int(code.rawValue)) }
      transfers[transfer.easy] = transfer
    } catch {
      job.finish(.failure(error))
    }
  }

  private func cancel(
    _ id: UInt64, on multi: UnsafeMutableRawPointer, in transfers: inout Transfers
  ) {
    guard let transfer = transfers.values.first(where: { $0.job.id == id }) else { return }
    transfer.job.finish(.failure(.cancelled))
    _ = kurs_curl_multi_remove(multi, transfer.easy)
    transfers[transfer.easy] = nil
  }

  private func finishDone(
    on multi: UnsafeMutableRawPointer, in transfers: inout Transfers
  ) {
    var code = CURLE_OK
    while let easy = kurs_curl_multi_next_done(multi, &code) {
      _ = kurs_curl_multi_remove(multi, easy)
      guard let transfer = transfers.removeValue(forKey: easy) else { continue }
      transfer.job.finish(transfer.result(code))
    }
  }
}
