// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// Returns a stream of the state, now and after each change. A slow reader gets only the newest state.
@MainActor
private func stream<State: Sendable>(
  from state: State, _ onChange: inout (@MainActor (State) -> Void)?
) -> AsyncStream<State> {
  let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
  continuation.yield(state)
  onChange = { [before = onChange] state in
    before?(state)
    continuation.yield(state)
  }
  return stream
}

extension CalculatorWorkflow {
  func states() -> AsyncStream<CalculatorState> { stream(from: state, &onChange) }
}

extension ChartWorkflow {
  func states() -> AsyncStream<ChartState> { stream(from: state, &onChange) }
}

extension SavedListsWorkflow {
  func states() -> AsyncStream<SavedListsState> { stream(from: state, &onChange) }
}

extension SettingsWorkflow {
  func states() -> AsyncStream<SettingsState> { stream(from: state, &onChange) }

  /// Sends an event and waits until it is carried out.
  func did(_ event: SettingsEvent) async {
    send(event)
    await flush()
  }
}
