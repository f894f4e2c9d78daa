// SPDX-License-Identifier: GPL-3.0-or-later

/// Labels beside an axis that would cover each other.
enum Spreading {
  /// Places in their order, at least `distance` from each other and as near to where they were as that lets them,
  /// within `room` where it is large enough.
  static func apart(_ wanted: [Double], by distance: Double, in room: ClosedRange<Double>) -> [Double] {
    // Neighbours that touch become one block, which stands where its middle wants to be.
    var blocks: [(middle: Double, count: Int)] = []
    for place in wanted {
      var block = (middle: place, count: 1)
      while let before = blocks.last,
        block.middle - before.middle < distance * Double(before.count + block.count) / 2
      {
        blocks.removeLast()
        let sum = before.middle * Double(before.count) + block.middle * Double(block.count)
        block = (sum / Double(before.count + block.count), before.count + block.count)
      }
      blocks.append(block)
    }
    var places = blocks.flatMap { block in
      (0..<block.count).map { block.middle + (Double($0) - Double(block.count - 1) / 2) * distance }
    }
    var edge = room.upperBound
    for index in places.indices.reversed() {
      places[index] = min(places[index], edge)
      edge = places[index] - distance
    }
    edge = room.lowerBound
    for index in places.indices {
      places[index] = max(places[index], edge)
      edge = places[index] + distance
    }
    return places
  }
}
