// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
public import KursDrawing

extension Window {
  /// Prints one page, across or upright unless the person turns it, through the desktop's dialog; `page` is asked for it
  /// in points, and `failed` told the system's own sentence.
  public func print(
    _ name: String, isUpright: Bool = false, failed: @escaping @MainActor @Sendable (String) -> Void,
    _ page: @escaping @MainActor @Sendable (Size) -> DisplayList
  ) {
    let made = gtk_print_operation_new()!
    let operation = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    gtk_print_operation_set_n_pages(operation.cast(), 1)
    if let setup = gtk_page_setup_new() {
      gtk_page_setup_set_orientation(setup, isUpright ? GTK_PAGE_ORIENTATION_PORTRAIT : GTK_PAGE_ORIENTATION_LANDSCAPE)
      gtk_print_operation_set_default_page_setup(operation.cast(), setup)
      g_object_unref(UnsafeMutableRawPointer(setup))
    }
    gtk_print_operation_set_job_name(operation.cast(), name)
    // Without this the call below would run a main loop of its own, in which no main-actor work runs.
    gtk_print_operation_set_allow_async(operation.cast(), 1)
    operation.connectPage { context in
      let size = Size(gtk_print_context_get_width(context), gtk_print_context_get_height(context))
      guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
      CairoCanvas(context: cairo)?.draw(page(size))
    }
    operation.connectDone { raw, result in
      guard result == GTK_PRINT_OPERATION_RESULT_ERROR else { return }
      var error: UnsafeMutablePointer<GError>?
      gtk_print_operation_get_error(raw, &error)
      failed(error.map { String(cString: $0.pointee.message) } ?? "")
      g_clear_error(&error)
    }
    gtk_print_operation_run(operation.cast(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, cast(), nil)
  }
}

typealias PageHandler = @MainActor @Sendable (OpaquePointer) -> Void

extension Object {
  func connectPage(_ body: @escaping PageHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, OpaquePointer, Int32, UnsafeMutableRawPointer) -> Void = {
        _, context, _, data in
        let box = Unmanaged<Box<PageHandler>>.fromOpaque(data).takeUnretainedValue()
        // The pointer goes no further than this call, on the thread that made it.
        nonisolated(unsafe) let context = context
        MainActor.assumeIsolated { box.body(context) }
      }
    attach("draw-page", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }

  /// That printing ended, and how.
  func connectDone(
    _ body: @escaping @MainActor @Sendable (UnsafeMutablePointer<GtkPrintOperation>, GtkPrintOperationResult) -> Void
  ) {
    typealias Body = @MainActor @Sendable (UnsafeMutablePointer<GtkPrintOperation>, GtkPrintOperationResult) -> Void
    let trampoline:
      @convention(c) (UnsafeMutablePointer<GtkPrintOperation>, GtkPrintOperationResult, UnsafeMutableRawPointer) -> Void
      = { operation, result, data in
        let box = Unmanaged<Box<Body>>.fromOpaque(data).takeUnretainedValue()
        // The pointer goes no further than this call, on the thread that made it.
        nonisolated(unsafe) let operation = operation
        MainActor.assumeIsolated { box.body(operation, result) }
      }
    attach("done", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
