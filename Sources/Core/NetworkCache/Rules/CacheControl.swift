// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork

/// The directives of a Cache-Control header (RFC 9111 section 5.2). The first of each name counts.
struct CacheControl: Equatable, Sendable {
  private var directives: [String: String?] = [:]

  init(_ headers: HTTPHeaders) {
    for member in (headers.combined("Cache-Control") ?? "").listMembers() {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].lowercased()
      // A space before the sign belongs to the name, which makes it an unknown directive.
      guard !name.isEmpty, !name.contains(" "), directives[name] == nil else { continue }
      directives[name] = .some(parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  /// Whether the directive exists, with or without an argument.
  func has(_ name: String) -> Bool {
    directives[name] != nil
  }

  /// The argument without quotes; nil if there is none.
  func argument(_ name: String) -> String? {
    guard case .some(.some(let text)) = directives[name] else { return nil }
    let isQuoted = text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  /// Seconds of a directive. An unreadable number is 0, because invalid freshness counts as stale.
  func seconds(_ name: String) -> Int64? {
    guard has(name) else { return nil }
    return argument(name).flatMap { DeltaSeconds.value($0) } ?? 0
  }

  /// Field names of a qualified directive such as `no-cache="a, b"`; nil if it has no argument or is absent.
  func fieldNames(_ name: String) -> [String]? {
    argument(name).map { $0.listMembers() }
  }
}

/// Non-negative whole seconds (RFC 9111 section 1.2.2).
enum DeltaSeconds {
  /// A too large number means for ever; nil for anything but digits.
  static func value(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int64(text) ?? .max, 1 << 40)
  }
}

extension String {
  /// Splits a comma-separated list (RFC 9110 section 5.6.1) outside quotes, without empty members.
  func listMembers() -> [String] {
    var members: [String] = []
    var member = ""
    var (isQuoted, isEscaped) = (false, false)
    for character in self {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        members.append(member)
        member = ""
        continue
      }
      member.append(character)
    }
    members.append(member)
    return members.map { $0.trimmingSpace() }.filter { !$0.isEmpty }
  }

  /// Without spaces and tabs at both ends.
  func trimmingSpace() -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(String(drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
  }
}
