// SPDX-License-Identifier: GPL-3.0-or-later

public enum SVGWriter {
  /// Returns the complete SVG document. Screen readers speak `title` and `description`.
  public static func text(of list: DisplayList, title: String = "", description: String = "") -> String {
    let (width, height) = (number(list.size.width), number(list.size.height))
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
    out += " viewBox=\"0 0 \(width) \(height)\" role=\"img\" font-family=\"sans-serif\">\n"
    if !title.isEmpty { out += "<title>\(escaped(title))</title>\n" }
    if !description.isEmpty { out += "<desc>\(escaped(description))</desc>\n" }
    var clips = 0
    for item in list.items {
      out += element(item, &clips)
      out += "\n"
    }
    return out + "</svg>\n"
  }

  private static func element(_ item: DrawingItem, _ clips: inout Int) -> String {
    switch item {
    case .rectangle(let rect, let colour):
      return "<rect \(frame(rect)) \(fill(colour))/>"
    case .line(let a, let b, let stroke):
      return
        "<line x1=\"\(number(a.x))\" y1=\"\(number(a.y))\" x2=\"\(number(b.x))\" y2=\"\(number(b.y))\" \(attributes(stroke))/>"
    case .polyline(let points, let stroke):
      return
        "<polyline points=\"\(list(points))\" fill=\"none\" stroke-linejoin=\"bevel\" \(attributes(stroke))/>"
    case .polygon(let points, let colour):
      return "<polygon points=\"\(list(points))\" \(fill(colour))/>"
    case .bars(let bars, let colour):
      let path = bars.map {
        "M\(number($0.x)) \(number($0.y))h\(number($0.width))v\(number($0.height))h-\(number($0.width))z"
      }
      return "<path d=\"\(path.joined())\" \(fill(colour))/>"
    case .circle(let centre, let radius, let colour):
      return
        "<circle cx=\"\(number(centre.x))\" cy=\"\(number(centre.y))\" r=\"\(number(radius))\" \(fill(colour))/>"
    case .text(let label):
      return text(label)
    case .clip(let rect):
      clips += 1
      return "<clipPath id=\"c\(clips)\"><rect \(frame(rect))/></clipPath><g clip-path=\"url(#c\(clips))\">"
    case .unclip:
      return "</g>"
    }
  }

  private static func text(_ label: TextLabel) -> String {
    let anchor =
      switch label.anchor {
      case .left: "start"
      case .middle: "middle"
      case .right: "end"
      }
    // Capitals of sans-serif fonts are about 0.7 em high. The baseline is half of that below the middle.
    let baseline = number(label.place.y + label.size * 0.35)
    let weight = label.isBold ? " font-weight=\"bold\"" : ""
    return
      "<text x=\"\(number(label.place.x))\" y=\"\(baseline)\" font-size=\"\(number(label.size))\"\(weight)"
      + " text-anchor=\"\(anchor)\" \(fill(label.colour))>\(escaped(label.text))</text>"
  }

  private static func frame(_ rect: Rect) -> String {
    "x=\"\(number(rect.x))\" y=\"\(number(rect.y))\" width=\"\(number(rect.width))\" height=\"\(number(rect.height))\""
  }

  private static func list(_ points: [Point]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  private static func attributes(_ stroke: Stroke) -> String {
    let dash =
      stroke.dash.isEmpty ? "" : " stroke-dasharray=\"\(stroke.dash.map(number).joined(separator: ","))\""
    return "stroke=\"\(hex(stroke.colour))\"\(opacity(stroke.colour, "stroke"))"
      + " stroke-width=\"\(number(stroke.width))\"\(dash)"
  }

  private static func fill(_ colour: Colour) -> String { "fill=\"\(hex(colour))\"\(opacity(colour, "fill"))" }

  private static func opacity(_ colour: Colour, _ what: String) -> String {
    colour.alpha < 1 ? " \(what)-opacity=\"\(number(colour.alpha))\"" : ""
  }

  private static func hex(_ colour: Colour) -> String {
    "#"
      + [colour.red, colour.green, colour.blue].map { part in
        let digits = String(Int((part * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }

  /// Writes a number with at most two decimals, because no screen shows finer differences.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
