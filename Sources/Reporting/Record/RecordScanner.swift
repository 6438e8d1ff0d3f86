// SPDX-License-Identifier: Apache-2.0

/// Cuts the JSON of a record into its cases, one after another, and the rest, which is small.
///
/// It knows strings and brackets alone. What it cuts out goes to a decoder, which finds every other
/// fault.
struct RecordScanner {
  /// How many brackets may be open at once.
  static let depthMax = 64
  /// The most bytes of one case, with a log of as many lines as a case may write, and the most of
  /// everything but the cases.
  static let partBytesMax = 16 << 20
  /// The member with the cases.
  private static let member = Array("results".utf8)
  /// Longer names of members are not told apart.
  private static let nameBytesMax = 64

  /// Everything but the cases, with an empty array in their place.
  private(set) var frame: [UInt8] = []
  /// How many cases there were.
  private(set) var caseCount = 0
  /// Whether there was an array of cases.
  private(set) var hasCases = false

  private let partBytesMax: Int
  private var element: [UInt8] = []
  /// The bracket that closes each open one, the outermost first.
  private var closers: [UInt8] = []
  private var names: Set<[UInt8]> = []
  /// The last text at the first level, and the name of the member whose value follows.
  private var text: [UInt8] = []
  private var name: [UInt8]?
  private var hasRoot = false
  private var isInText = false
  private var isEscaped = false
  private var isInCases = false
  private var offset = 0

  init(partBytesMax: Int = Self.partBytesMax) { self.partBytesMax = partBytesMax }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: they may end anywhere.
  ///   - visit: is given the JSON of each case that ends in them.
  /// - Throws: what the function throws; `notARecord`, `recordBroken`, or `recordMalformed` where a
  ///   member stands twice.
  mutating func take(
    _ bytes: [UInt8],
    _ visit: ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    /// From where on the bytes have not been kept yet.
    var start = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if isInText {
        takeText(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInText = true
        text.removeAll(keepingCapacity: true)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        try open(byte, at: index)
        if closers.count == 2, byte == UInt8(ascii: "["), name == Self.member {
          try keep(bytes[start...index], at: index)
          start = index + 1
          isInCases = true
          hasCases = true
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isInCases, closers.count == 2, byte == closers[1] {
          try keep(bytes[start..<index], at: index)
          start = index
          if caseCount > 0 || !isBlank { try endCase(visit) }
          isInCases = false
        }
        try close(byte, at: index)
      case UInt8(ascii: ","):
        if isInCases, closers.count == 2 {
          try keep(bytes[start..<index], at: index)
          start = index + 1
          try endCase(visit)
        } else if closers.count == 1 {
          name = nil
        }
      case UInt8(ascii: ":"): if closers.count == 1 { try takeName() }
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      default: if closers.isEmpty { throw .notARecord }
      }
    }
    try keep(bytes[start...], at: bytes.count)
    offset += bytes.count
  }

  /// Ends the file.
  ///
  /// - Throws: `notARecord` where there was nothing, `recordBroken` where there is more to come.
  func end() throws(ReportingError) {
    if frame.isEmpty { throw .notARecord }
    if !closers.isEmpty { throw .recordBroken(byte: offset, .endsEarly) }
  }

  private mutating func takeText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
      return
    }
    if closers.count == 1, text.count < Self.nameBytesMax { text.append(byte) }
  }

  /// Takes the last text for the name of a member, each of which may stand once.
  private mutating func takeName() throws(ReportingError) {
    guard text.count < Self.nameBytesMax else {
      name = nil
      return
    }
    guard names.insert(text).inserted else {
      throw .recordMalformed(member: String(decoding: text, as: UTF8.self))
    }
    name = text
  }

  private mutating func open(_ byte: UInt8, at index: Int) throws(ReportingError) {
    // A record is one object.
    if closers.isEmpty {
      guard byte == UInt8(ascii: "{"), !hasRoot else { throw .notARecord }
      hasRoot = true
    }
    guard closers.count < Self.depthMax else {
      throw .recordBroken(byte: offset + index, .tooDeep)
    }
    closers.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func close(_ byte: UInt8, at index: Int) throws(ReportingError) {
    guard let closer = closers.popLast() else { throw .notARecord }
    guard byte == closer else { throw .recordBroken(byte: offset + index, .wrongBracket) }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>, at index: Int) throws(ReportingError) {
    if isInCases {
      guard element.count + bytes.count <= partBytesMax else {
        throw .recordBroken(byte: offset + index, .caseTooLarge)
      }
      element += bytes
    } else {
      guard frame.count + bytes.count <= partBytesMax else {
        throw .recordBroken(byte: offset + index, .frameTooLarge)
      }
      frame += bytes
    }
  }

  private mutating func endCase(
    _ visit: ([UInt8]) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    try visit(element)
    caseCount += 1
    element.removeAll(keepingCapacity: element.capacity <= 1 << 20)
  }

  private var isBlank: Bool { element.allSatisfy { [0x20, 0x0a, 0x0d, 0x09].contains($0) } }
}
