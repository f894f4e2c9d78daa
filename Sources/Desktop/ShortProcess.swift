// SPDX-License-Identifier: GPL-3.0-or-later
public import Dispatch
import Glibc

public struct ShortProcess: Sendable {
  public enum Failure: Error, Hashable, Sendable {
    case notStarted
    case overtime
    case overlong
    case failed
  }

  private let executable: String
  private let arguments: [String]
  private let outputLimit: Int
  private let patience: Duration

  public init(_ executable: String, _ arguments: [String], outputLimit: Int, patience: Duration) {
    self.executable = executable
    self.arguments = arguments
    self.outputLimit = outputLimit
    self.patience = patience
  }

  /// Runs the process and waits for it on a thread of `queue`, because the wait blocks the thread.
  public func run(_ input: [UInt8], on queue: DispatchQueue) async throws(Failure) -> [UInt8] {
    let result: Result<[UInt8], Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: runBlocking(input)) }
    }
    return try result.get()
  }

  private func runBlocking(_ input: [UInt8]) -> Result<[UInt8], Failure> {
    let end = ContinuousClock.now + patience
    guard var talk = ProcessConnection(executable, arguments) else { return .failure(.notStarted) }
    defer { talk.close() }
    guard let output = talk.exchange(input, limit: outputLimit, until: end) else {
      talk.kill()
      return .failure(ContinuousClock.now >= end ? .overtime : .overlong)
    }
    return talk.ended(by: end) ? .success(output) : .failure(.failed)
  }
}

private struct ProcessConnection {
  private let process: pid_t
  private let socket: Int32
  private var isReaped = false

  /// Starts a process without environment variables. The new process must close inherited files.
  init?(_ executable: String, _ arguments: [String]) {
    var ends: [Int32] = [-1, -1]
    // A socket is used instead of a pipe, because writing to a pipe without a reader would end this process.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    defer { Glibc.close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    guard posix_spawn(&process, executable, &actions, nil, &words, &environment) == 0 else {
      Glibc.close(ends[0])
      return nil
    }
    self.process = process
    socket = ends[0]
  }

  /// Sends all of `input` and reads the output. Returns nil after the time limit, or if the output is too long.
  func exchange(
    _ input: [UInt8], limit: Int, until end: ContinuousClock.Instant
  ) -> [UInt8]? {
    var unsent = input[...]
    var received: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    if unsent.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
    while true {
      var descriptor = pollfd(fd: socket, events: Int16(POLLIN | (unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
      guard let wait = Self.milliseconds(until: end) else { return nil }
      guard poll(&descriptor, 1, wait) > 0 || errno == EINTR else { return nil }
      if descriptor.revents & Int16(POLLOUT) != 0, !unsent.isEmpty {
        let count = unsent.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.quietly) }
        // A failed write isn't an error, because a process that no longer reads its input may still write output.
        unsent = count < 0 && errno != EAGAIN && errno != EINTR ? [] : unsent.dropFirst(max(count, 0))
        if unsent.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
      }
      guard descriptor.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = recv(socket, &part, part.count, Int32(MSG_DONTWAIT))
      if count == 0 { return received }
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { continue }
        return received
      }
      received += part[..<count]
      guard received.count <= limit else { return nil }
    }
  }

  mutating func ended(by end: ContinuousClock.Instant) -> Bool {
    var status: Int32 = 0
    while Self.milliseconds(until: end) != nil {
      switch waitpid(process, &status, WNOHANG) {
      case 0: usleep(500)
      case process:
        isReaped = true
        return status == 0
      default: return false
      }
    }
    kill()
    return false
  }

  mutating func kill() {
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
    isReaped = true
  }

  mutating func close() {
    if !isReaped { kill() }
    Glibc.close(socket)
  }

  private static let quietly = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

  private static func milliseconds(until end: ContinuousClock.Instant) -> Int32? {
    let left = end - ContinuousClock.now
    guard left > .zero else { return nil }
    return Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
  }
}
