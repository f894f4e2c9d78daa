// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
public import KursDrawing

/// A `GtkDrawingArea` with two layers: a picture that is drawn once per change, and an overlay drawn in each frame.
@MainActor
public final class DrawingArea: Widget {
  override class var type: GType { gtk_drawing_area_get_type() }

  private var picture: CairoImage?
  private var pictureScale: Int32 = 0
  private var pictureSize = Size(0, 0)
  private var pictureFont = Font(family: CairoCanvas.plainFont, size: 0)

  /// Calls `picture` for the lower layer after each change of content, size or scale. Calls `overlay` in each frame.
  public func onDraw(
    picture: @escaping @MainActor @Sendable (Size) -> DisplayList?,
    overlay: @escaping @MainActor @Sendable (Size) -> [DisplayList]
  ) {
    let body: DrawHandler = { [weak self] context, width, height in
      let size = Size(Double(width), Double(height))
      guard let self, let canvas = CairoCanvas(context: context, font: font.family) else { return }
      prepare(size, picture)
      if let picture = self.picture { canvas.draw(picture) }
      for list in overlay(size) { canvas.draw(list) }
    }
    let trampoline:
      @convention(c) (
        UnsafeMutablePointer<GtkDrawingArea>?, OpaquePointer?, Int32, Int32, UnsafeMutableRawPointer?
      ) -> Void = { _, context, width, height, data in
        guard let context, let data else { return }
        let box = Unmanaged<Box<DrawHandler>>.fromOpaque(data).takeUnretainedValue()
        // `nonisolated(unsafe)` is safe, because the pointer is used only during this call and on this thread.
        nonisolated(unsafe) let target = context
        MainActor.assumeIsolated { box.body(target, width, height) }
      }
    gtk_drawing_area_set_draw_func(
      cast(), trampoline, Unmanaged.passRetained(Box(body)).toOpaque(), releaseBox)
  }

  public func redraw() {
    picture = nil
    gtk_widget_queue_draw(widget)
  }

  public func redrawOverlay() { gtk_widget_queue_draw(widget) }

  public var size: Size {
    Size(Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
  }

  /// A font family and its text height, in logical pixels.
  public struct Font: Equatable, Sendable {
    public var family: String
    public var size: Double
  }

  public var font: Font {
    let context = gtk_widget_get_pango_context(widget)
    guard let description = pango_context_get_font_description(context),
      let family = pango_font_description_get_family(description)
    else { return Font(family: CairoCanvas.plainFont, size: 12) }
    // The size is in pixels if it is absolute. Otherwise it is in points, which `scale` converts to pixels.
    let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
    let isAbsolute = pango_font_description_get_size_is_absolute(description) != 0
    let scale = isAbsolute ? 1 : pango_cairo_context_get_resolution(context) / 72
    return Font(family: String(cString: family), size: size * scale)
  }

  private func prepare(_ size: Size, _ make: (Size) -> DisplayList?) {
    let (scale, font) = (gtk_widget_get_scale_factor(widget), font)
    guard picture == nil || scale != pictureScale || size != pictureSize || font != pictureFont else { return }
    picture = make(size).flatMap { CairoImage($0, scale: Double(scale), font: font.family) }
    (pictureScale, pictureSize, pictureFont) = (scale, size, font)
  }
}

typealias DrawHandler = @MainActor @Sendable (OpaquePointer, Int32, Int32) -> Void
