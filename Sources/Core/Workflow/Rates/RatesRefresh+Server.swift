// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
public import KursModel
public import KursStorage

extension RatesWorkflow {
  /// The addresses that providers have moved to for good, and whether Kurs follows: for the person to see.
  public func movedAddresses() async throws(RatesFailure) -> [MovedAddress] {
    do { return try await database.movedAddresses() } catch { throw .storage(error) }
  }

  /// Asks the addresses as they are declared or typed again: the person has named one.
  public func forgetMoves(of id: ProviderID) async throws(RatesFailure) {
    do { try await database.forgetMoves(of: id) } catch { throw .storage(error) }
  }

  /// Sends to where the server has moved, if it has; a new address that fails is forgotten, and the old one asked.
  func ask(
    _ command: Command, of id: ProviderID, at server: String, key: (ProviderKey, KeyPlacement)?,
    etag: String? = nil
  ) async throws(APIError) -> APIClient.Answer {
    let headers = etag.map { ["If-None-Match": $0] } ?? [:]
    if let known = try? await database.movedAddress(of: id, from: server), known.isUsed {
      do throws(APIError) {
        let answer = try await client().send(command, to: known.target, key: key, headers: headers)
        await note(answer.move(of: command, from: known.target, key: key?.0), of: id, from: server)
        return answer
      } catch {
        let isAnswer = error == .status(304) || error == command.nothingStatus.map { .status($0) }
        guard error.speaksAgainstTheServer, !isAnswer else { throw error }
      }
      return try await askTheOld(command, of: id, at: server, key: key)
    }
    let answer = try await client().send(command, to: server, key: key, headers: headers)
    await note(answer.move(of: command, from: server, key: key?.0), of: id, from: server)
    return answer
  }

  /// A document that a mapping refused: the address is not trusted longer, and who agreed reports it.
  func documentRefused(
    _ error: ItemError, _ body: [UInt8], of command: Command, at server: String, provider: ProviderID,
    key: ProviderKey?, sent: Timestamp
  ) async {
    try? await database.forgetMove(of: provider, from: server)
    // An error message of the source itself is not a fault of its format.
    if case .refusedBySource = error { return }
    await refusals.hear(
      RefusedAnswer(
        command, of: server, body: body, key: key, sent: sent.milliseconds, place: error.place, keyword: "mapping"))
  }

  private func askTheOld(
    _ command: Command, of id: ProviderID, at server: String, key: (ProviderKey, KeyPlacement)?
  ) async throws(APIError) -> APIClient.Answer {
    do {
      let answer = try await client().send(command, to: server, key: key)
      try? await database.forgetMove(of: id, from: server)
      await note(answer.move(of: command, from: server, key: key?.0), of: id, from: server)
      return answer
    } catch {
      // Neither answers: most likely there is no network, which says nothing about the new address.
      if !error.isOfTheWay { try? await database.forgetMove(of: id, from: server) }
      throw error
    }
  }

  /// A failed write is harmless: the address is found out again.
  private func note(_ move: PermanentMove?, of id: ProviderID, from server: String) async {
    guard let move else { return }
    try? await database.remember(
      MovedAddress(provider: id, source: server, target: move.target, noted: clock(), isUsed: move.mayBeUsed))
  }
}

extension APIError {
  fileprivate var speaksAgainstTheServer: Bool {
    switch self {
    case .cancelled, .tooManyRequests, .unavailable, .schemaMissing, .unknownProvider: false
    default: true
    }
  }
}

extension ItemError {
  /// The place in the document, in as few words as there are; nothing of its content.
  fileprivate var place: String {
    switch self {
    case .unreadable(let place, _, _): place
    case .foreign: "foreign"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .tooLarge(let limit): "more than \(limit) bytes"
    case .empty: "empty"
    case .refusedBySource(let word): word
    }
  }
}
