// SPDX-License-Identifier: Apache-2.0

import CLibXML2

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What stands in an XML document, in the order in which it stands there.
enum XMLEvent {
  /// An element starts; the line is that of the end of its tag.
  case start(XMLElement)
  case end(name: String, line: Int)
  /// A piece of a text; a long text comes in several.
  case text(String, line: Int, isSection: Bool)
  case comment(line: Int)
  case instruction(line: Int)
}

/// An element as it starts.
struct XMLElement {
  let name: String
  let line: Int
  /// Whether it is in a namespace, declares one, or has an attribute in one.
  let usesNamespace: Bool
  /// In their order; the parser refuses two of one name.
  let attributes: [(name: String, value: String)]

  subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Reads an XML document of anybody's, in bounded memory, with exact line numbers.
///
/// Neither the network nor another file is ever touched. A document type is refused before anything
/// in it is read, so that there are no entities to expand. The bounds are those of libxml2 without
/// its option for huge documents: 10,000,000 bytes of one text, value or tag and 50,000 of a name;
/// besides, `levelsMax`. Source: https://gitlab.gnome.org/GNOME/libxml2, parserInternals.h.
@safe
final class XMLScanner {
  /// How much is read at once, in bytes; what it holds is handed on before the next is read.
  static let chunkBytes = 32 * 1024

  /// How deep elements may lie in each other; a JUnit file needs five levels.
  static let levelsMax = 256

  private let path: String
  private var level = 0
  private let descriptor: Int32
  private var parser: xmlParserCtxtPtr?
  private var events: [XMLEvent] = []
  private var problem: (line: Int, words: String)?
  private var documentTypeLine: Int?
  /// The encoding that the document declares, or nothing.
  private(set) var encoding: String?

  /// Opens a document.
  ///
  /// - Parameter path: the file's path.
  /// - Throws: `notRead` where it cannot be opened.
  init(_ path: String) throws(ReportingError) {
    LibXML2.prepare()
    self.path = path
    descriptor = try FileContents.descriptor(of: path)
  }

  deinit {
    unsafe xmlFreeParserCtxt(parser)
    _ = close(descriptor)
  }

  /// Reads the document, once.
  ///
  /// - Parameters:
  ///   - inspect: is given the bytes in pieces, before what stands in them.
  ///   - visit: takes what stands there.
  /// - Throws: `notRead`, `malformed`, `documentTypeRefused`, and what the functions throw.
  func scan(
    inspect: (ArraySlice<UInt8>) -> Void = { _ in },
    visit: (XMLEvent) throws(ReportingError) -> Void
  ) throws(ReportingError) {
    try makeParser()
    var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .notRead(path: path, code: errno) }
      inspect(chunk[..<count])
      parse(chunk, count: count)
      for event in events { try visit(event) }
      events.removeAll(keepingCapacity: true)
      try throwProblem()
      if count == 0 { return }
    }
  }

  private func makeParser() throws(ReportingError) {
    var handler = unsafe Self.handler
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe parser = unsafe xmlCreatePushParserCtxt(&handler, owner, nil, 0, nil)
    guard let parser = unsafe parser else {
      throw .xmlRefused(function: "xmlCreatePushParserCtxt")
    }
    // Without NOENT the library hands '&amp;' in a value on as '&#38;'. No other entities than the five
    // of XML itself can be declared here.
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
    guard unsafe xmlCtxtUseOptions(parser, Int32(options)) == 0 else {
      throw .xmlRefused(function: "xmlCtxtUseOptions")
    }
  }

  private func parse(_ chunk: [UInt8], count: Int) {
    unsafe chunk.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = unsafe xmlParseChunk(parser, start, Int32(count), count == 0 ? 1 : 0)
    }
    if encoding == nil, let declared = unsafe parser?.pointee.encoding {
      encoding = unsafe String(cString: declared)
    }
  }

  private func throwProblem() throws(ReportingError) {
    if let line = documentTypeLine { throw .documentTypeRefused(path: path, line: line) }
    if let problem { throw .malformed(path: path, line: problem.line, words: problem.words) }
    if unsafe parser?.pointee.wellFormed == 0 {
      throw .malformed(path: path, line: line, words: "the parser gives no reason")
    }
  }

  private var line: Int { unsafe Int(parser?.pointee.input?.pointee.line ?? 0) }

  // MARK: - What the library calls

  private func start(_ element: (Int) -> XMLElement) {
    level += 1
    guard level <= Self.levelsMax else {
      problem = problem ?? (line, "more than \(Self.levelsMax) levels of elements")
      unsafe xmlStopParser(parser)
      return
    }
    events.append(.start(element(line)))
  }

  private func end(_ name: String) {
    level -= 1
    events.append(.end(name: name, line: line))
  }

  private func append(_ event: (Int) -> XMLEvent) { events.append(event(line)) }

  private func refuseDocumentType() {
    documentTypeLine = documentTypeLine ?? line
    unsafe xmlStopParser(parser)
  }

  private func take(_ error: xmlErrorPtr?) {
    // An undeclared prefix is told where the element is; a warning is no fault.
    guard problem == nil, documentTypeLine == nil, let error = unsafe error?.pointee,
      unsafe error.level == XML_ERR_FATAL
    else { return }
    let words = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason is given"
    let lines = CleanText(words).description.split(separator: "\n")
    problem = unsafe (Int(error.line), lines.joined(separator: " "))
  }

  private static func owner(_ pointer: UnsafeMutableRawPointer?) -> XMLScanner? {
    unsafe pointer.map { unsafe Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func string(_ start: UnsafePointer<xmlChar>?, _ count: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private static var handler: xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.internalSubset = { context, _, _, _ in
      unsafe XMLScanner.owner(context)?.refuseDocumentType()
    }
    unsafe handler.startElementNs = {
      context,
      name,
      prefix,
      _,
      namespaceCount,
      _,
      count,
      _,
      attributes in
      guard let owner = unsafe XMLScanner.owner(context) else { return }
      owner.start { line in
        unsafe XMLScanner.element(name, prefix, namespaceCount, count, attributes, line: line)
      }
    }
    unsafe handler.endElementNs = { context, name, _, _ in
      let name = unsafe name.map { unsafe String(cString: $0) } ?? ""
      unsafe XMLScanner.owner(context)?.end(name)
    }
    unsafe handler.characters = { context, text, count in
      let text = unsafe XMLScanner.string(text, Int(count))
      unsafe XMLScanner.owner(context)?.append { .text(text, line: $0, isSection: false) }
    }
    unsafe handler.cdataBlock = { context, text, count in
      let text = unsafe XMLScanner.string(text, Int(count))
      unsafe XMLScanner.owner(context)?.append { .text(text, line: $0, isSection: true) }
    }
    unsafe handler.comment = { context, _ in
      unsafe XMLScanner.owner(context)?.append { .comment(line: $0) }
    }
    unsafe handler.processingInstruction = { context, _, _ in
      unsafe XMLScanner.owner(context)?.append { .instruction(line: $0) }
    }
    unsafe handler.serror = { context, error in unsafe XMLScanner.owner(context)?.take(error) }
    return unsafe handler
  }

  /// An attribute is five pointers: name, prefix, namespace, and the value's start and end.
  private static func element(
    _ name: UnsafePointer<xmlChar>?,
    _ prefix: UnsafePointer<xmlChar>?,
    _ namespaceCount: Int32,
    _ count: Int32,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    line: Int
  ) -> XMLElement {
    var list: [(String, String)] = []
    var hasPrefix = false
    for index in 0..<Int(count) {
      guard let attribute = unsafe attributes.map({ unsafe $0 + 5 * index }),
        let name = unsafe attribute[0], let start = unsafe attribute[3],
        let end = unsafe attribute[4]
      else { continue }
      if unsafe attribute[1] != nil { hasPrefix = true }
      unsafe list.append((String(cString: name), string(start, end - start)))
    }
    return XMLElement(
      name: unsafe name.map { unsafe String(cString: $0) } ?? "",
      line: line,
      usesNamespace: unsafe prefix != nil || namespaceCount > 0 || hasPrefix,
      attributes: list
    )
  }
}
