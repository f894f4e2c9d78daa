// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Shows the first child of a container that fits the container's width, or else the last child, which may wrap.
/// `AdwSqueezer` isn't used, because it measures every child at that width. GTK 4.18 warns about the wider children.
/// The width is measured without a height. Otherwise, a window of GTK 4.18 opens so wide that no label wraps.
public enum FirstFit {
  private typealias Place = UnsafeMutablePointer<GtkWidget>

  @MainActor
  public static func install(on container: Widget) {
    container.placeChildren(
      measure: { container, orientation, size, minimum, natural, _, _ in
        guard let container else { return }
        var (least, most): (Int32, Int32) = (Int32.max, 0)
        for child in FirstFit.children(of: container) {
          let width = FirstFit.width(of: child)
          (least, most) = (min(least, width.minimum), max(most, width.natural))
        }
        if orientation == GTK_ORIENTATION_HORIZONTAL {
          minimum?.pointee = least
          natural?.pointee = most
        } else {
          let room = size < 0 ? most : max(size, least)
          guard let child = FirstFit.child(of: container, within: room) else { return }
          gtk_widget_measure(child, orientation, room, minimum, natural, nil, nil)
        }
      },
      allocate: { container, width, height, _ in
        guard let container else { return }
        let shown = FirstFit.child(of: container, within: width)
        for child in FirstFit.children(of: container) {
          gtk_widget_set_child_visible(child, child == shown ? 1 : 0)
        }
        if let shown { gtk_widget_allocate(shown, width, height, -1, nil) }
      })
  }

  private static func children(of container: Place) -> [Place] {
    guard let first = gtk_widget_get_first_child(container) else { return [] }
    return Array(sequence(first: first, next: gtk_widget_get_next_sibling))
  }

  private static func child(of container: Place, within room: Int32) -> Place? {
    children(of: container).first { width(of: $0).minimum <= room } ?? gtk_widget_get_last_child(container)
  }

  private static func width(of child: Place) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }
}
