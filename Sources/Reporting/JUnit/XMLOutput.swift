// SPDX-License-Identifier: Apache-2.0

import CLibXML2

/// Writes an XML document through libxml2, piece by piece, in bounded memory.
///
/// Every text is clean by its type, and every result of the library is checked.
@safe
final class XMLOutput {
  typealias Sink = ([UInt8]) throws(ReportingError) -> Void

  /// How much is gathered before it is handed on, in bytes.
  private static let bufferBytesMax = 64 * 1024

  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr
  private let sink: Sink

  /// Begins a document.
  ///
  /// - Parameter sink: takes the document's bytes in their order.
  /// - Throws: `xmlRefused` where the library fails.
  init(to sink: @escaping Sink) throws(ReportingError) {
    LibXML2.prepare()
    guard let buffer = unsafe xmlBufferCreate() else {
      throw .xmlRefused(function: "xmlBufferCreate")
    }
    guard let writer = unsafe xmlNewTextWriterMemory(buffer, 0) else {
      unsafe xmlBufferFree(buffer)
      throw .xmlRefused(function: "xmlNewTextWriterMemory")
    }
    unsafe self.buffer = buffer
    unsafe self.writer = writer
    self.sink = sink
    try check(unsafe xmlTextWriterSetIndent(writer, 1), "xmlTextWriterSetIndent")
    try check(unsafe xmlTextWriterSetIndentString(writer, " "), "xmlTextWriterSetIndentString")
    try check(
      unsafe xmlTextWriterStartDocument(writer, "1.0", "UTF-8", nil),
      "xmlTextWriterStartDocument"
    )
  }

  /// Begins to write elements that stand somewhere inside of another document.
  ///
  /// - Parameters:
  ///   - level: how deep they stand there.
  ///   - sink: takes their bytes in their order.
  /// - Throws: `xmlRefused` where the library fails.
  convenience init(fragmentAtLevel level: Int, to sink: @escaping Sink) throws(ReportingError) {
    try self.init(to: sink)
    for _ in 0..<level {
      try check(unsafe xmlTextWriterStartElement(writer, "x"), "xmlTextWriterStartElement")
    }
    // A first child ends the tag that is open, so that nothing of it comes before the next.
    try element("x")
    try check(unsafe xmlTextWriterFlush(writer), "xmlTextWriterFlush")
    unsafe xmlBufferEmpty(buffer)
  }

  deinit {
    // The writer still holds the buffer, so it goes first.
    unsafe xmlFreeTextWriter(writer)
    unsafe xmlBufferFree(buffer)
  }

  /// Writes an element with what a function writes inside.
  func element(
    _ name: String,
    _ attributes: [(name: String, value: CleanText)] = [],
    _ body: () throws(ReportingError) -> Void = {}
  ) throws(ReportingError) {
    try check(unsafe xmlTextWriterStartElement(writer, name), "xmlTextWriterStartElement")
    for attribute in attributes {
      try check(
        unsafe xmlTextWriterWriteAttribute(writer, attribute.name, attribute.value.description),
        "xmlTextWriterWriteAttribute"
      )
    }
    try body()
    try check(unsafe xmlTextWriterEndElement(writer), "xmlTextWriterEndElement")
    if unsafe xmlBufferLength(buffer) >= Self.bufferBytesMax { try drain() }
  }

  func text(_ text: CleanText) throws(ReportingError) {
    try check(
      unsafe xmlTextWriterWriteString(writer, text.description),
      "xmlTextWriterWriteString"
    )
  }

  /// Ends the document and hands on what is left of it.
  func finish() throws(ReportingError) {
    try check(unsafe xmlTextWriterEndDocument(writer), "xmlTextWriterEndDocument")
    try drain()
  }

  /// Hands on what is gathered, and then lets a function hand on elements that are written already.
  ///
  /// Some other element must have been written before in the one that is open.
  func insert(_ elements: (Sink) throws(ReportingError) -> Void) throws(ReportingError) {
    try drain()
    try elements(sink)
  }

  /// Hands on what is gathered.
  func drain() throws(ReportingError) {
    try check(unsafe xmlTextWriterFlush(writer), "xmlTextWriterFlush")
    let bytes = unsafe UnsafeBufferPointer(
      start: xmlBufferContent(buffer),
      count: Int(xmlBufferLength(buffer))
    )
    try sink(unsafe Array(bytes))
    unsafe xmlBufferEmpty(buffer)
  }

  private func check(_ result: Int32, _ function: StaticString) throws(ReportingError) {
    guard result >= 0 else { throw .xmlRefused(function: "\(function)") }
  }
}
