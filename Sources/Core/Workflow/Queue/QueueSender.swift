// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursStorage

extension OfflineQueue {
  /// Sends a command for a member, with what proves who that is; renews it by itself.
  public typealias MemberSender =
    @Sendable (Command, _ member: String, _ server: String, _ body: [UInt8], _ headers: [String: String])
    async throws(APIError) -> Void

  /// A sender over `client`, which must have no listener: a report that is refused makes no report.
  ///
  /// `refusals`: hears of a key that the server knows with another content, unless a report came under it.
  /// `commands`: all that may wait, for their schemas; one that this Kurs does not know is sent as it was stored.
  /// `proof`: the header that says whose report it is, for the server keeps room for its members'.
  /// Without `asMember`, commands that need a sign-in wait.
  public static func sender(
    of commands: [Command], through client: @escaping @Sendable () -> APIClient, asMember: MemberSender? = nil,
    proof: (@Sendable (_ member: String) async -> [String: String]?)? = nil, refusals: RefusalListener? = nil
  ) -> Sender {
    let known = Dictionary(commands.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return { queued async throws(APIError) in
      let content = queued.content
      guard let method = Command.Method(rawValue: content.method) else { throw .status(400) }
      let declared = known[content.command]
      let command = Command(
        content.command, method: method, path: content.path, accept: declared?.accept ?? Command.json,
        contentType: declared?.contentType ?? Command.json, schema: declared?.schema,
        needsSignIn: declared?.needsSignIn ?? !content.member.isEmpty)
      // A structured-field string: the quotes belong to it (draft-ietf-httpapi-idempotency-key-header).
      var headers = ["Idempotency-Key": "\"\(content.key)\""]  // guards Q03, Q04, Q09: content.key => "\(ContinuousClock().now)"
      if content.command == ValidationReport.command.name, !content.member.isEmpty, let proof {
        headers.merge(await proof(content.member) ?? [:]) { own, _ in own }
      }
      do throws(APIError) {
        guard command.needsSignIn else {
          _ = try await client().send(command, to: content.server, body: content.body, headers: headers)
          return
        }
        guard let asMember else { throw .status(401) }
        try await asMember(command, content.member, content.server, content.body, headers)
      } catch {
        if case .setAside(_, .keyReused) = QueueMachine.Verdict(error), command.name != ValidationReport.command.name,  // guards Q10: command.name != ValidationReport.command.name => true
          let refusals
        {
          await refusals.hear(RefusedAnswer(keyReusedBy: command, of: content.server, sent: refusals.clock()))
        }
        throw error
      }
    }
  }
}
