// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Draws the one child of a container smaller where there is less width than it asks for, so that none of it is cut.
public enum ShrinkToFit {
  /// A third of its size is what nobody has to read but where all text is twice as large, on a phone.
  private static let least: Int32 = 3

  /// Takes over the placing of the child of `container`.
  @MainActor
  public static func take(over container: Widget) {
    container.placeChildren(
      measure: { container, orientation, size, minimum, natural, _, _ in
        guard let child = gtk_widget_get_first_child(container) else { return }
        let (width, height) = ShrinkToFit.natural(child)
        if orientation == GTK_ORIENTATION_HORIZONTAL {
          minimum?.pointee = (width + ShrinkToFit.least - 1) / ShrinkToFit.least
          natural?.pointee = width
        } else {
          let shown = size < 0 || size >= width ? height : height * size / max(width, 1)
          minimum?.pointee = shown
          natural?.pointee = shown
        }
      },
      allocate: { container, width, height, _ in
        guard let child = gtk_widget_get_first_child(container) else { return }
        let natural = ShrinkToFit.natural(child)
        guard width < natural.width else { return gtk_widget_allocate(child, width, height, -1, nil) }
        // Places of pixels, not money.
        let scale = Float(width) / Float(natural.width)
        gtk_widget_allocate(child, natural.width, natural.height, -1, gsk_transform_scale(nil, scale, scale))
      })
  }

  private static func natural(_ child: UnsafeMutablePointer<GtkWidget>) -> (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    return (width, height)
  }
}
