// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

/// The window of kept calculations with its workflow.
@MainActor
final class KeptRoute {
  private let window: KeptWindow
  private let workflow: KeptWorkflow
  private let events: AsyncStream<KeptEvent>.Continuation
  private var comparison: CompareWindow?
  private var tasks: [Task<Void, Never>] = []

  /// Opens it above `parent`; `open` is called with the calculation that the person chose.
  init?(
    _ workflow: KeptWorkflow, _ words: Words, above parent: Window,
    open: @escaping @MainActor @Sendable (CalculationRecord) -> Void,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: KeptEvent.self)
    let (intents, asked) = AsyncStream.makeStream(of: KeptIntent.self)
    do {
      window = try KeptWindow { asked.yield($0) }
    } catch {
      StandardError.write("kurs: \(error)")
      return nil
    }
    self.workflow = workflow
    events = continuation
    let window = self.window
    tasks = [
      Task { for await event in stream { await workflow.send(event) } },
      Task { for await state in await workflow.states() { window.render(KeptViewState(state, words)) } },
      Task { [weak self] in
        for await intent in intents {
          if case .opened(let row) = intent {
            open(row.record)
            window.window.close()
          } else if case .compared(let row) = intent {
            self?.compare(row, words)
          } else if intent == .closed {
            self?.finish()
            closed()
          } else if let event = KeptEvent(intent) {
            continuation.yield(event)
          }
        }
      },
    ]
    window.present(above: parent)
  }

  func present() { window.window.present() }

  private func compare(_ row: KeptViewState.Row, _ words: Words) {
    guard let state = CompareViewState(row, words) else { return }
    comparison = try? CompareWindow(state)
    comparison?.window.onCloseRequest { [weak self] in self?.comparison = nil }
    comparison?.present(above: window.window)
  }

  private func finish() {
    events.finish()
    // The first ends by itself: what was asked for last still reaches the disk.
    for task in tasks.dropFirst() { task.cancel() }
  }
}

extension KeptEvent {
  /// Nil for what concerns the window alone.
  init?(_ intent: KeptIntent) {
    switch intent {
    case .historyShown: self = .pageChosen(.history)
    case .savedShown: self = .pageChosen(.saved)
    case .searched(let text): self = .searched(text)
    case .cleared: self = .historyCleared
    case .removalUndone: self = .removalUndone
    case .saved(let row, let title):
      guard case .history(let id) = row.subject else { return nil }
      self = .saved(id, title: title)
    case .renamed(let row, let title):
      guard case .saved(let id) = row.subject else { return nil }
      self = .renamed(id, title: title)
    case .removed(let row):
      switch row.subject {
      case .history(let id): self = .historyRemoved(id)
      case .saved(let id): self = .savedRemoved(id)
      }
    case .opened, .compared, .closed: return nil
    }
  }
}
