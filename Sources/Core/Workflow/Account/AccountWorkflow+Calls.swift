// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursModel

extension AccountWorkflow {
  /// Sends as the member whose data shows, or as another one signed in here; renews by itself, sends at most twice.
  public func send(
    _ request: AccountRequest, as member: MemberID? = nil
  ) async throws(AccountCallFailure) -> AccountClient.Answer {
    let id = try session(of: member)
    let first = try await token(id, refused: nil)
    do throws(AccountError) {
      return try await send(request, id, first)
    } catch .refused(401, let reason, _) where reason != "identity-refused" {
      let second = try await token(id, refused: first.version)
      do throws(AccountError) { return try await send(request, id, second) } catch { throw failure(error, id) }
    } catch {
      throw failure(error, id)
    }
  }

  /// The authorisation of a member, for a picture on that member's own server; nil if there is none just now.
  public func proof(of member: MemberID) async -> [String: String]? {
    guard let id = try? session(of: member), let token = try? await token(id, refused: nil) else { return nil }
    return ["Authorization": "Bearer \(token.secret.exposed)"]
  }

  func session(of member: MemberID?) throws(AccountCallFailure) -> Int {
    guard let member else { return current }
    if let open = sessions.values.first(where: { $0.member?.id == member }) { return open.id }
    guard let known = members.first(where: { $0.id == member }) else { throw .auth(.signedOut) }
    return open(known, isSignedIn: true)
  }

  private func send(
    _ request: AccountRequest, _ id: Int, _ token: AccessToken
  ) async throws(AccountError) -> AccountClient.Answer {
    guard let member = sessions[id]?.member else { throw .api(.cancelled) }
    return try await client().send(
      request, to: member.server, bearer: token.secret.exposed, member: member.id.text)
  }

  private func failure(_ error: AccountError, _ id: Int) -> AccountCallFailure {
    switch error {
    case .api(let error): return .api(error)
    case .refused(410, "account-deleted", _):
      handle(id) { $0.accountGone(at: $1) }
      return .auth(.signedOut)
    // A 403 is the caller's affair, never the session's.
    case .refused(let status, let reason, let seconds):
      return .refused(status: status, reason: reason, retryAfter: seconds)
    }
  }
}

extension AccountWorkflow {
  /// How long a call waits for a token, whatever holds it up.
  private static let patience: Int64 = 30_000

  /// A good token: at once, or when the one renewal for all who wait has ended.
  private func token(_ id: Int, refused: Int?) async throws(AccountCallFailure) -> AccessToken {
    let number = newNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        decide(id, number, refused: refused, continuation)
        // A cancel that came before the wait found nobody waiting.
        if Task.isCancelled { giveUp(id, number) }
      }
    } onCancel: {
      Task { await giveUp(id, number) }  // guards A31
    }
    do throws(AuthFailure) { return try result.get() } catch { throw .auth(error) }
  }

  private func decide(_ id: Int, _ number: Int, refused: Int?, _ waiter: AuthSession.Waiter) {
    var call = CallAction.fail(.signedOut)
    var actions: [AuthAction] = []
    let now = environment.uptime()  // guards A26: environment.uptime() => Uptime(milliseconds: environment.clock().milliseconds)
    if var machine = sessions[id]?.machine {
      (call, actions) =
        refused.map { machine.unauthorized(version: $0, at: now) } ?? machine.tokenRequested(at: now)
      sessions[id]?.machine = machine
    }
    switch call {
    case .use:
      let token = sessions[id]?.accessToken
      waiter.resume(returning: token.map { .success($0) } ?? .failure(.unavailable))
    case .fail(let failure): waiter.resume(returning: .failure(failure))
    case .join: wait(id, number, waiter)
    }
    handle(id) { _, _ in actions }
  }

  private func wait(_ id: Int, _ number: Int, _ waiter: AuthSession.Waiter) {
    let until = environment.uptime() + Self.patience
    let limit = Task { [weak self, environment] in
      await environment.sleep(until)
      guard !Task.isCancelled else { return }
      await self?.giveUp(id, number)
    }
    sessions[id]?.waiters[number] = (waiter, limit)
  }

  private func giveUp(_ id: Int, _ number: Int) {
    guard let waiting = sessions[id]?.waiters.removeValue(forKey: number) else { return }
    waiting.limit.cancel()
    sessions[id]?.machine.waiterLeft()
    waiting.waiter.resume(returning: .failure(.unavailable))
  }

  func releaseWaiters(_ id: Int) {
    let token = sessions[id]?.accessToken
    endWaiting(id, with: token.map { .success($0) } ?? .failure(.unavailable))
  }

  func failWaiters(_ id: Int, _ failure: AuthFailure) {
    endWaiting(id, with: .failure(failure))
  }

  private func endWaiting(_ id: Int, with result: Result<AccessToken, AuthFailure>) {
    let waiting = sessions[id]?.waiters ?? [:]
    sessions[id]?.waiters = [:]
    for number in waiting.keys.sorted() {
      waiting[number]?.limit.cancel()
      waiting[number]?.waiter.resume(returning: result)
    }
  }
}
