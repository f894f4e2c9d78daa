// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import KursItems

public final class TableSource {
  private let descriptor: Int32
  private let path: String?
  /// The number of bytes. Nil for a pipe.
  public let size: Int?

  /// Opens a file, or standard input if `path` is nil. Throws `.unreadable`.
  public init(_ path: String?) throws(TableFault) {
    self.path = path
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw .unreadable(path: path ?? "") }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit { if path != nil, descriptor >= 0 { close(descriptor) } }

  public func next() throws(TableFault) -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 17) { buffer, filled in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(count, 0)
      }
      if count >= 0 { return bytes }
      guard errno == EINTR else { throw .unreadable(path: path ?? "-") }
    }
  }
}
