// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursModel

/// A lock file. Only the program that has the lock may renew tokens. The lock ends when this program ends.
struct SessionLock: Sendable {
  private static let pause = Duration.milliseconds(20)

  private let file: Int32

  /// Waits for the lock without blocking a thread. Nil if the file can't be created or `patience` has passed.
  init?(folder: String, member: MemberID, patience: Duration) async {
    let path = "\(folder)/kurs-\(Self.name(of: member)).lock"
    var file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    // On a read-only disk, an existing file can still be locked.
    if file < 0 { file = open(path, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    let deadline = ContinuousClock.now + patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline, !Task.isCancelled else {
        close(file)
        return nil
      }
      try? await Task.sleep(for: Self.pause)
    }
    self.file = file
  }

  func unlock() {
    close(file)
  }

  // A simple hash is enough for the file's name, because the folder belongs to the user.
  private static func name(of member: MemberID) -> String { String(member.text.utf8.fnv1a, radix: 16) }
}
