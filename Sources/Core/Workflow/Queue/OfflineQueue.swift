// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
import KursModel
public import KursStorage

/// Sends what waits, in order, as soon as there is a network: once in effect, however often it takes.
///
/// A command is on the disk before it is sent and until its answer has been read; the server knows it by its key.
public actor OfflineQueue {
  /// Sends one command; the sender adds what proves who the member is, and renews it by itself.
  public typealias Sender = @Sendable (QueuedCommand) async throws(APIError) -> Void

  let storage: PersonDatabase
  let surroundings: QueueSurroundings
  private let limits: QueueLimits
  let policy: QueuePolicy
  let sender: Sender
  var machine: QueueMachine
  /// The command on its way.
  var flight: (id: QueuedCommand.ID, task: Task<Result<Void, APIError>, Never>)?
  /// The sending that is under way.
  var flushing: Task<FlushReport, Never>?
  /// Waits for the next try.
  var waking: Task<Void, Never>?
  /// Hears of the network.
  var following: Task<Void, Never>?
  private var listeners = Listeners<QueueState>()
  var nextTry: Timestamp?
  /// Counts removals: what was read from the disk before one may be gone.
  var removals = 0
  private var publications = 0
  /// Whether the sending that is under way is to look once more.
  var isAskedAgain = false
  private(set) var isClosed = false

  public init(
    storage: PersonDatabase, member: String? = nil, policy: QueuePolicy = QueuePolicy(),
    limits: QueueLimits = QueueLimits(), surroundings: QueueSurroundings, sender: @escaping Sender
  ) {
    self.storage = storage
    self.policy = policy
    self.limits = limits
    self.surroundings = surroundings
    self.sender = sender
    machine = QueueMachine(policy: policy, member: member, draw: surroundings.draw)
  }

  /// Puts a command on the disk; once it returns, nothing but its answer or the person takes it off.
  ///
  /// Does not wait for the sending, which it starts. `key`: one under which it was sent in vain; nil for a new one.
  @discardableResult
  public func enqueue(
    _ command: Command, body: [UInt8], to server: String, member: String = "", key: String? = nil
  ) async throws(QueueRefusal) -> QueuedCommand.ID {
    let (resource, isDroppable): (String, Bool)
    switch command.queueing {
    case .never: throw .notQueueable
    case .perResource(let name): (resource, isDroppable) = (name, false)
    case .droppable(let name): (resource, isDroppable) = (name, true)
    }
    let content = QueuedCommand.Content(
      member: member, resource: resource, isDroppable: isDroppable, key: key ?? surroundings.newKey(),  // guards Q01: key ?? surroundings.newKey() => surroundings.newKey()
      command: command.name, server: server, method: command.method.rawValue, path: command.path, body: body)
    var limits = limits
    if command.contentType != Command.json { limits.bodyBytes = limits.pictureBytes }
    let queued = try await storage.enqueue(content, at: surroundings.clock(), limits: limits)
    await publish()
    start()
    return queued.id
  }

  /// The state now and after each change; only the newest waits for a slow reader.
  public func states() async -> AsyncStream<QueueState> {
    let stream = listeners.states(from: nil)
    await publish()
    return stream
  }

  public func state() async -> QueueState {
    var state = QueueState()
    state.commands = (try? await storage.queued()) ?? []
    state.sending = flight?.id
    state.nextTry = nextTry
    return state
  }

  /// Ends sending and waiting; what was not answered is still on the disk.
  public func close() async {
    isClosed = true
    following?.cancel()
    flight?.task.cancel()
    _ = await flushing?.value
    waking?.cancel()
    listeners.finish()
  }
}

extension OfflineQueue {
  /// Tells who listens, where the state is still the newest when it has been read.
  func publish() async {
    guard !listeners.isEmpty else { return }
    publications += 1
    let publication = publications
    let state = await state()
    // Read while something changed: the next one says it better, and none may come after it.
    guard publication == publications else { return }
    listeners.tell(state)
  }
}
