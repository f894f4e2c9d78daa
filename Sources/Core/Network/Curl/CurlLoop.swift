// SPDX-License-Identifier: GPL-3.0-or-later
import CLibraries

/// Runs all transfers on the network thread, which sleeps while no transfer is active.
struct CurlLoop: Sendable {
  private typealias Transfers = [UnsafeMutableRawPointer: CurlTransfer]

  let configuration: CurlConfiguration
  let mailbox: CurlMailbox

  // The longest sleep of the network thread, in milliseconds. A new request wakes the thread earlier.
  private static let longestSleep: Int32 = 600_000

  func run() {
    guard let multi = CurlMulti() else {
      return refuseAll(mailbox.close(.libraryMissing).jobs, .libraryMissing)
    }
    multi.limit(connectionsPerHost: configuration.connectionsPerHost)
    mailbox.open(multi)
    var transfers: Transfers = [:]
    var mail = mailbox.take()
    while !mail.isStopped {
      for job in mail.jobs { start(job, on: multi, in: &transfers) }
      for id in mail.cancelled { cancel(id, on: multi, in: &transfers) }
      multi.perform()
      finishDone(on: multi, in: &transfers)
      multi.sleep(milliseconds: Self.longestSleep)
      mail = mailbox.take()
    }
    refuseAll(mail.jobs + mailbox.close(.cancelled).jobs + transfers.values.map(\.job), .cancelled)
    for easy in transfers.keys { multi.remove(easy) }
    transfers = [:]
    multi.free()
  }
}

extension CurlLoop {
  private func refuseAll(_ jobs: [CurlJob], _ error: NetworkError) {
    for job in jobs { job.finish(.failure(error)) }
  }

  private func start(
    _ job: CurlJob, on multi: CurlMulti, in transfers: inout Transfers
  ) {
    do throws(NetworkError) {
      let transfer = try CurlTransfer(job, configuration, multi.curl)
      let code = multi.add(transfer.easy)
      guard code == CURLM_OK else { throw .protocolError(code: Int(code.rawValue)) }
      transfers[transfer.easy] = transfer
    } catch {
      job.finish(.failure(error))
    }
  }

  private func cancel(
    _ id: UInt64, on multi: CurlMulti, in transfers: inout Transfers
  ) {
    guard let transfer = transfers.values.first(where: { $0.job.id == id }) else { return }
    transfer.job.finish(.failure(.cancelled))
    multi.remove(transfer.easy)
    transfers[transfer.easy] = nil
  }

  private func finishDone(
    on multi: CurlMulti, in transfers: inout Transfers
  ) {
    while let (easy, code) = multi.nextDone() {
      multi.remove(easy)
      guard let transfer = transfers.removeValue(forKey: easy) else { continue }
      transfer.job.finish(transfer.result(code))
    }
  }
}
