// SPDX-License-Identifier: Apache-2.0

import CLibXML2

/// Reads an XML document through libxml2, node by node, in bounded memory and without the network.
@safe
final class XMLInput {
  enum Kind {
    case elementStart
    case elementEnd
    case text
    case other
  }

  private let reader: xmlTextReaderPtr
  private let schema: JUnitSchema.Parsed?
  private let diagnostics = XMLDiagnostics()
  private let path: String

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: an open file, which stays open and the caller's own.
  ///   - path: the path that an error names.
  ///   - schema: the shape that is demanded, or nothing.
  /// - Throws: `xmlRefused` where the library fails.
  init(_ descriptor: Int32, path: String, schema: JUnitSchema.Parsed?) throws(ReportingError) {
    xmlResetLastError()
    let options = Int32(XML_PARSE_NONET.rawValue)
    guard let reader = unsafe xmlReaderForFd(descriptor, nil, nil, options) else {
      throw .xmlRefused(function: "xmlReaderForFd")
    }
    unsafe self.reader = reader
    self.schema = schema
    self.path = path
    // Before the schema is set, so that its errors come here too and not onto standard error.
    unsafe xmlTextReaderSetStructuredErrorHandler(
      reader,
      { context, error in
        unsafe XMLDiagnostics.add(error?.pointee.line, error?.pointee.code, to: context)
      },
      diagnostics.pointer
    )
    if let schema {
      guard unsafe xmlTextReaderSetSchema(reader, schema.pointer) == 0 else {
        throw .xmlRefused(function: "xmlTextReaderSetSchema")
      }
    }
  }

  deinit { unsafe xmlFreeTextReader(reader) }

  /// Goes to the next node, or returns `false` where there is none and everything was as it should
  /// be.
  func next() throws(ReportingError) -> Bool {
    let result = unsafe xmlTextReaderRead(reader)
    guard result >= 0 else {
      // The schema's plug hides the parser's own errors from the handler.
      let error = unsafe xmlGetLastError()
      unsafe diagnostics.add(error?.pointee.line, error?.pointee.code)
      throw .notWellFormed(path: path, line: diagnostics.line, code: diagnostics.code)
    }
    if schema != nil, unsafe xmlTextReaderIsValid(reader) != 1 {
      throw .shapeBroken(path: path, line: diagnostics.line, code: diagnostics.code)
    }
    if !diagnostics.isEmpty {
      throw .notWellFormed(path: path, line: diagnostics.line, code: diagnostics.code)
    }
    return result == 1
  }

  var kind: Kind {
    switch UInt32(unsafe xmlTextReaderNodeType(reader)) {
    case XML_READER_TYPE_ELEMENT.rawValue: .elementStart
    case XML_READER_TYPE_END_ELEMENT.rawValue: .elementEnd
    case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
      XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
      .text
    default: .other
    }
  }

  var isEmptyElement: Bool { unsafe xmlTextReaderIsEmptyElement(reader) == 1 }
  var name: String { unsafe Self.string(xmlTextReaderConstName(reader)) }
  var value: String { unsafe Self.string(xmlTextReaderConstValue(reader)) }

  /// The attributes of the element at which the reader stands.
  func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 { attributes[name] = value }
    _ = unsafe xmlTextReaderMoveToElement(reader)
    return attributes
  }

  private static func string(_ pointer: UnsafePointer<xmlChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }
}
