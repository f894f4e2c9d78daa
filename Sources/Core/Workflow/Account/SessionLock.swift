// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Glibc
import KursModel

/// One renewal at a time among all programs of a person: a lock file that the system frees when its holder ends.
struct SessionLock: Sendable {
  private let file: Int32

  /// Waits for its turn on a thread of its own; nil where the folder cannot hold such a file.
  init?(folder: String?, member: MemberID) async {
    guard let folder else { return nil }
    let path = "\(folder)/kurs-\(Self.name(of: member)).lock"
    let file = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Self.lock(path)) }
    }
    guard let file else { return nil }
    self.file = file
  }

  /// Lets the next one in; to be called once.
  func free() {
    close(file)
  }

  private static func lock(_ path: String) -> Int32? {
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(file)
        return nil
      }
    }
    return file
  }

  // FNV-1a: only tells members apart; the folder is the person's own.
  private static func name(of member: MemberID) -> String {
    String(member.text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
