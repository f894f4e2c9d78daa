// SPDX-License-Identifier: GPL-3.0-or-later

/// The values of the keyword `format` that this validator checks. It accepts any text for other values of the keyword.
enum Format: String, Sendable {
  case dateTime = "date-time"
  case date
  case time
  case uri
  case uuid
  case email
  case ipv4
  case regex

  func accepts(_ text: String) -> Bool {
    var scanner = FormatScanner(text)
    switch self {
    case .dateTime: return scanner.takeDateTime() && scanner.isAtEnd
    case .date: return scanner.takeDate() && scanner.isAtEnd
    case .time: return scanner.takeTime() && scanner.isAtEnd
    case .uri: return scanner.takeURI() && scanner.isAtEnd
    case .uuid: return scanner.takeUUID() && scanner.isAtEnd
    case .email: return scanner.takeMailbox() && scanner.isAtEnd
    case .ipv4: return scanner.takeIPv4() && scanner.isAtEnd
    case .regex: return Pattern.isWellFormed(text)
    }
  }
}
