// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursLocalCache
import KursModel
import KursWorkflow

extension Core {
  /// The pictures; opens nothing and asks nobody until one is asked for.
  ///
  /// `mayFetch`: whether pictures that are everybody's may be asked for now; those that are stored are shown anyway.
  /// `headers`: what proves who a member is, for pictures that are the member's own; nil where nothing can.
  /// A team's mark, kept under the name of the provider, is for anyone to see.
  public func imageCache(
    limits: ImageLimits = ImageLimits(), mayFetch: @escaping @Sendable () async -> Bool = { true },
    headers: (@Sendable (_ member: String) async -> [String: String]?)? = nil
  ) -> ImageCache {
    let client = Self.client(environment, networkSwitch)
    return ImageCache(
      database: images, limits: limits, clock: environment.clock,
      report: pictureReport
    ) { url, member, etag in
      var proof: [String: String] = [:]
      let isPublic = member.isEmpty || ProviderID(member).isTeam
      if isPublic {
        guard await mayFetch() else { return .unasked }
      } else {
        guard let known = await headers?(member) else { return .failed(.status(401)) }
        proof = known
      }
      do throws(APIError) {
        // A mark changes once in years, and each question tells its site that Kurs runs: so a month, whatever it says.
        let month = isPublic ? 30 * 86_400 : nil
        switch try await client().image(url, etag: etag, headers: proof) {
        case .image(let bytes, let etag, let lifetime): return .image(bytes, etag: etag, lifetime: month ?? lifetime)
        case .unchanged(let lifetime): return .unchanged(lifetime: month ?? lifetime)
        }
      } catch {
        return .failed(ImageUnavailable.Reason(error), retryAfter: error.retryAfter)
      }
    }
  }
}

extension Core {
  /// Writes into the log which picture could not be had or shown, and why.
  public var pictureReport: ImageCache.Report {
    { [log, clock = environment.clock] url, reason in
      await log.note(LogEntry(.picture, Self.host(of: url), reason.facts, at: clock()))
    }
  }

  /// Host and port alone: an address may hold what proves who asks.
  fileprivate static func host(of address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return "" }
    let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? "")
  }
}

extension ImageUnavailable.Reason {
  fileprivate var facts: String {
    switch self {
    case .unreachable: "unreachable"
    case .status(let status): "status \(status)"
    case .notAnImage: "refused: no picture"
    case .foreignKind(let kind): "refused: \(kind.rawValue)"
    case .truncated: "refused: cut off"
    case .tooLarge(let limit): "refused: more than \(limit) bytes"
    case .tooManyPixels(let width, let height): "refused: \(width) by \(height) pixels"
    case .undecodable: "refused: not decoded"
    }
  }

  fileprivate init(_ error: APIError) {
    switch error {
    case .status(let status): self = .status(status)
    case .tooManyRequests: self = .status(429)
    case .unavailable: self = .status(503)
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .unreachable
    }
  }
}
