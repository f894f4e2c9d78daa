// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc

public enum FileFailure: Error, Hashable, Sendable {
  case noSuchFolder(path: String)
  case notAllowed(path: String)
  /// The file exists but can't be read, so it stays unchanged.
  case notReadable(path: String)
  case diskFull(path: String)
  /// The content has more than `limit` bytes. Kurs couldn't read such a file again.
  case tooLong(path: String, limit: Int)
  case failed(path: String, code: Int32)

  public init(_ fault: Int32, _ path: String) {
    self =
      switch fault {
      case ENOENT, ENOTDIR: .noSuchFolder(path: path)
      case EACCES, EPERM, EROFS: .notAllowed(path: path)
      case ENOSPC, EDQUOT: .diskFull(path: path)
      default: .failed(path: path, code: fault)
      }
  }
}

public enum WholeFile {
  public enum Readers: Sendable {
    case user
    /// An existing file keeps its permissions. A new file gets permissions from the user's umask.
    case unchanged
  }

  /// Replaces the file at `path` once all bytes are on disk. Follows symbolic links, and writes to a pipe directly.
  public static func write(
    _ bytes: [UInt8], to path: String, for readers: Readers = .unchanged
  ) throws(FileFailure) {
    let file = try WholeFileWriter(path, for: readers)
    try file.append(bytes)
    try file.finish()
  }

  enum ReadFault: Error {
    case notReadable
    case tooLarge
  }

  static func bytes(of path: String, limit: Int) throws(ReadFault) -> [UInt8] {
    guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int else {
      throw .notReadable
    }
    guard size <= limit else { throw .tooLarge }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .notReadable }
    return Array(data)
  }
}

/// Writes a file in pieces. Other programs see the complete file after `finish`, and never a part of the file.
public final class WholeFileWriter {
  private let path: String
  private let descriptor: Int32
  /// The paths of the temporary file and of the final file. Nil for a pipe or a device.
  private let names: (beside: String, target: String)?
  /// Whether the temporary file already has a name. Some file systems can't create a file without a name.
  private let hasName: Bool
  private var isOpen = true

  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  public init(_ path: String, for readers: WholeFile.Readers = .unchanged) throws(FileFailure) {
    self.path = path
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      (names, hasName) = (nil, true)
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFailure(errno, path) }
      return
    }
    let target = try Self.resolved(path)
    let mode: mode_t =
      switch readers {
      case .user: 0o600
      case .unchanged: isThere ? status.st_mode & 0o777 : 0o666
      }
    let beside = "\(target).\(getpid())-\(UInt32.random(in: .min ... .max)).new"
    names = (beside, target)
    // The file gets a name after all bytes are written, so an interrupted program leaves no file behind.
    let folder = Self.folder(of: target)
    let nameless = open(folder.isEmpty ? "." : folder, Self.withoutName | O_WRONLY | O_CLOEXEC, mode)
    hasName = nameless < 0
    descriptor = hasName ? open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) : nameless
    guard descriptor >= 0 else { throw FileFailure(errno, path) }
    if isThere { fchmod(descriptor, mode) }
  }

  deinit {
    guard isOpen, descriptor >= 0 else { return }
    close(descriptor)
    if let names { unlink(names.beside) }
  }

  public func append(_ bytes: [UInt8]) throws(FileFailure) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 { offset += written } else if errno != EINTR { throw FileFailure(errno == 0 ? EIO : errno, path) }
    }
  }

  public func finish() throws(FileFailure) {
    var fault = Int32(0)
    // Ignores EINVAL and EROFS, because a pipe or a device can't be flushed to disk.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { fault = errno }
    if fault == 0, let names, !hasName,
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, names.beside, AT_SYMLINK_FOLLOW) != 0
    {
      fault = errno
    }
    if close(descriptor) != 0, fault == 0 { fault = errno }
    isOpen = false
    if fault == 0, let names, rename(names.beside, names.target) != 0 { fault = errno }
    guard fault != 0 else { return syncFolder() }
    if let names { unlink(names.beside) }
    throw FileFailure(fault, path)
  }

  /// Flushes the folder, so that the new file name survives a power cut. Ignores errors: not every disk supports this.
  private func syncFolder() {
    guard let names else { return }
    let path = Self.folder(of: names.target)
    let folder = open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Returns the path to which a symbolic link leads, even if no file exists there yet.
  private static func resolved(_ path: String) throws(FileFailure) -> String {
    var end = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let length = readlink(end, &buffer, Int(PATH_MAX))
      guard length > 0 else { return end }
      let target = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      end = target.hasPrefix("/") ? target : folder(of: end) + target
    }
    throw FileFailure(ELOOP, path)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
