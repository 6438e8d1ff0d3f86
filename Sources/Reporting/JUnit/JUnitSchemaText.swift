// SPDX-License-Identifier: Apache-2.0

/// The text of the project's own schema, put together for one profile.
///
/// It is a constant of the program and no resource, so that no bundle has to be found at run time.
enum JUnitSchemaText {
  static func text(of profile: JUnitProfile) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
          \(profile.hasDetails ? attributesOfAll(profile) : "")
        </xs:complexType>
        <xs:unique name="oneCasePerName">
          <xs:selector xpath="testsuite/testcase"/>
          <xs:field xpath="@classname"/>
          <xs:field xpath="@name"/>
        </xs:unique>
        <xs:unique name="oneSuitePerId">
          <xs:selector xpath="testsuite"/>
          <xs:field xpath="@id"/>
        </xs:unique>
      </xs:element>
      \(suite(profile))
      \(testcase(profile))
      \(problems(profile))
      \(values)
    </xs:schema>
    """
  }

  private static func attributesOfAll(_ profile: JUnitProfile) -> String {
    """
    <xs:attribute name="name" type="word" use="required"/>
    <xs:attributeGroup ref="counts"/>
    """
      + (profile.hasExtensions
        ? """
        <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="timestamp" type="timestamp" use="required"/>
        """ : "")
  }

  private static func suite(_ profile: JUnitProfile) -> String {
    """
    <xs:complexType name="suite">
      <xs:sequence>
        <xs:element name="properties" type="properties"/>
        <xs:element name="testcase" type="testcase" maxOccurs="unbounded"/>
        \(profile.hasDetails ? "" : output(minimum: 1))
      </xs:sequence>
      <xs:attribute name="id" type="xs:nonNegativeInteger" use="required"/>
      <xs:attribute name="name" type="word" use="required"/>
      <xs:attribute name="package" use="required" fixed="" type="xs:string"/>
      <xs:attribute name="hostname" type="word" use="required"/>
      <xs:attribute name="timestamp" type="timestamp" use="required"/>
      <xs:attributeGroup ref="counts"/>
      <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
    </xs:complexType>
    """
  }

  private static func testcase(_ profile: JUnitProfile) -> String {
    let repeats =
      ["rerunFailure", "flakyFailure"].map {
        "<xs:element name='\($0)' type='repeat' minOccurs='0' maxOccurs='unbounded'/>"
      }.joined() + output(minimum: 0)
    let place = """
      <xs:attribute name="file" type="word" use="required"/>
      <xs:attribute name="line" type="xs:positiveInteger" use="required"/>
      """
    return """
      <xs:complexType name="testcase">
        <xs:sequence>
          \(profile.hasExtensions ? "<xs:element name='properties' type='properties'/>" : "")
          <xs:choice minOccurs="0">
            <xs:element name="failure" type="problem"/>
            <xs:element name="error" type="problem"/>
            <xs:element name="skipped" type="\(profile.hasDetails ? "problem" : "untyped")"/>
          </xs:choice>
          \(profile.hasDetails ? repeats : "")
        </xs:sequence>
        <xs:attribute name="name" type="word" use="required"/>
        <xs:attribute name="classname" type="word" use="required"/>
        <xs:attribute name="time" type="seconds" use="required"/>
        \(profile.hasExtensions ? place : "")
      </xs:complexType>
      """
  }

  private static func output(minimum: Int) -> String {
    ["system-out", "system-err"].map {
      "<xs:element name='\($0)' type='xs:string' minOccurs='\(minimum)'/>"
    }.joined()
  }

  private static func problems(_ profile: JUnitProfile) -> String {
    """
    <xs:complexType name="untyped">
      <xs:simpleContent>
        <xs:extension base="xs:string">
          <xs:attribute name="message" type="message" use="required"/>
        </xs:extension>
      </xs:simpleContent>
    </xs:complexType>
    <xs:complexType name="problem">
      <xs:simpleContent>
        <xs:extension base="untyped">
          <xs:attribute name="type" type="problemType" use="required"/>
        </xs:extension>
      </xs:simpleContent>
    </xs:complexType>
    <xs:complexType name="repeat">
      <xs:sequence>
        <xs:element name="stackTrace" type="xs:string"/>
      </xs:sequence>
      <xs:attribute name="message" type="message" use="required"/>
      <xs:attribute name="type" type="problemType" use="required"/>
    </xs:complexType>
    <xs:complexType name="properties">
      <xs:sequence>
        <xs:element name="property" maxOccurs="unbounded">
          <xs:complexType>
            <xs:attribute name="name" type="word" use="required"/>
            <xs:attribute name="value" type="xs:string" use="required"/>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
    </xs:complexType>
    """
  }

  private static var values: String {
    let types = JUnitProblemType.allCases
      .map { "<xs:enumeration value='\($0.rawValue)'/>" }
      .joined()
    return """
      <xs:attributeGroup name="counts">
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="time" type="seconds" use="required"/>
      </xs:attributeGroup>
      <xs:simpleType name="word">
        <xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="message">
        <xs:restriction base="xs:string">
          <xs:minLength value="1"/>
          <xs:maxLength value="\(JUnitText.messageCharactersMax)"/>
          <xs:pattern value="[^\\n\\r\\t]*"/>
        </xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="problemType">
        <xs:restriction base="xs:string">\(types)</xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="seconds">
        <xs:restriction base="xs:string"><xs:pattern value="[0-9]+\\.[0-9]{3}"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="timestamp">
        <xs:restriction base="xs:dateTime">
          <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"/>
        </xs:restriction>
      </xs:simpleType>
      """
  }
}
