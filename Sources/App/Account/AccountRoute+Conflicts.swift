// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension AccountRoute {
  func loadConflicts() {
    Task { [weak self, services] in
      let conflicts = (try? await services.objects.conflicts()) ?? []
      guard let self, conflicts != form.conflicts else { return }
      form.conflicts = conflicts
      render()
    }
  }

  func decide(_ conflict: ObjectConflict, takesOther: Bool) {
    go { [weak self, services] _ in
      if takesOther {
        try? await services.objects.takeOther(conflict)
      } else {
        try? await services.objects.settle(conflict)
      }
      await self?.loadConflicts()
    }
  }
}
