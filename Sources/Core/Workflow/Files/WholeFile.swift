// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Why a file could not be written.
public enum FileFailure: Error, Hashable, Sendable {
  case noSuchFolder(path: String)
  case notAllowed(path: String)
  case diskFull(path: String)
  case failed(path: String, code: Int32)

  init(_ fault: Int32, _ path: String) {
    self =
      switch fault {
      case ENOENT, ENOTDIR: .noSuchFolder(path: path)
      case EACCES, EPERM, EROFS: .notAllowed(path: path)
      case ENOSPC, EDQUOT: .diskFull(path: path)
      default: .failed(path: path, code: fault)
      }
  }
}

/// Writes a file whole or not at all.
public enum WholeFile {
  /// Who may read what is written.
  public enum Readers: Sendable {
    /// The person alone.
    case person
    /// Whom the file was for before, or whom the person's umask lets.
    case asBefore
  }

  /// The bytes go into a file beside it that takes its name once all of them are on disk.
  ///
  /// A link stays one, and what it leads to is written; a pipe or a device takes the bytes as they come.
  public static func write(
    _ bytes: [UInt8], to path: String, for readers: Readers = .asBefore
  ) throws(FileFailure) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFailure(errno, path) }
      return try fill(descriptor, with: bytes, path)
    }
    let target = try resolved(path)
    let mode: mode_t =
      switch readers {
      case .person: 0o600
      case .asBefore: isThere ? status.st_mode & 0o777 : 0o666
      }
    let beside = "\(target).\(getpid())-\(UInt32.random(in: .min ... .max)).new"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFailure(errno, path) }
    do throws(FileFailure) {
      if isThere { fchmod(descriptor, mode) }
      try fill(descriptor, with: bytes, path)
      guard rename(beside, target) == 0 else { throw FileFailure(errno, path) }
    } catch {
      unlink(beside)
      throw error
    }
  }

  /// What a link leads to, also where nothing is there yet.
  private static func resolved(_ path: String) throws(FileFailure) -> String {
    var end = path
    // As many as the system follows.
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

  /// Writes all and closes.
  private static func fill(_ descriptor: Int32, with bytes: [UInt8], _ path: String) throws(FileFailure) {
    var (offset, fault) = (0, Int32(0))
    while offset < bytes.count, fault == 0 {
      let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 { offset += written } else if errno != EINTR { fault = errno == 0 ? EIO : errno }
    }
    // A pipe or a device has nothing to bring to the disk.
    if fault == 0, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { fault = errno }
    if close(descriptor) != 0, fault == 0 { fault = errno }
    if fault != 0 { throw FileFailure(fault, path) }
  }
}
