// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// A `GdkTexture`: a decoded picture.
@MainActor
public final class Texture: Object {
  override class var type: GType { gdk_texture_get_type() }

  /// Rows of red, green, blue and alpha; nil where they are not as many as that takes.
  public static func pixels(_ pixels: [UInt8], width: Int, height: Int) -> Texture? {
    guard width > 0, height > 0, width <= 4096, height <= 4096, pixels.count == width * height * 4,
      let bytes = g_bytes_new(pixels, gsize(pixels.count))
    else { return nil }
    defer { g_bytes_unref(bytes) }
    let made = gdk_memory_texture_new(Int32(width), Int32(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))!
    defer { g_object_unref(UnsafeMutableRawPointer(made)) }
    return Texture(UnsafeMutableRawPointer(made))
  }

  public var width: Int { Int(gdk_texture_get_width(opaque)) }
  public var height: Int { Int(gdk_texture_get_height(opaque)) }
}
