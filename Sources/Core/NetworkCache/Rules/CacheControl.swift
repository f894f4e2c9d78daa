// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
package import KursNetwork

/// The directives of a Cache-Control header (RFC 9111 section 5.2). If a name is repeated, its first value is used.
package struct CacheControl: Equatable, Sendable {
  private var directives: [String: String?] = [:]

  package init(_ headers: HTTPHeaders) {
    for member in (headers.combined("Cache-Control") ?? "").listMembers() {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].lowercased()
      // Ignore a directive with a space before `=`, because no known directive has a space.
      guard !name.isEmpty, !name.contains(" "), directives[name] == nil else { continue }
      directives[name] = .some(parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  package func has(_ name: String) -> Bool {
    directives[name] != nil
  }

  package func argument(_ name: String) -> String? {
    guard case .some(.some(let text)) = directives[name] else { return nil }
    let isQuoted = text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  /// Returns the seconds of a directive. An invalid number becomes 0, so that the response counts as expired.
  func seconds(_ name: String) -> Int64? {
    guard has(name) else { return nil }
    return argument(name).flatMap { DeltaSeconds.value($0) } ?? 0
  }

  /// Returns the field names of a directive such as `no-cache="a, b"`. Nil without an argument.
  func fieldNames(_ name: String) -> [String]? {
    argument(name).map { $0.listMembers() }
  }
}

/// Parses non-negative whole seconds (RFC 9111 section 1.2.2).
enum DeltaSeconds {
  /// Returns the seconds. A number that is too large becomes the maximum. Nil unless the text has only digits.
  static func value(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int64(text) ?? .max, 1 << 40)
  }
}

extension String {
  /// Splits a comma-separated list (RFC 9110 section 5.6.1) at commas outside quotes. Removes empty members.
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

  func trimmingSpace() -> String { trimmed { $0 == " " || $0 == "\t" } }
}
