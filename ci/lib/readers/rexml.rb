# Counts the test cases of each report with Ruby's REXML.
require "rexml/document"

ARGV.each do |path|
  document = File.open(path) { |file| REXML::Document.new(file) }
  cases = REXML::XPath.match(document, "/testsuites/testsuite/testcase")
  words = %w[failure error skipped].map { |word| cases.count { |one| one.elements[word] } }
  puts ([cases.length] + words).join("/")
rescue StandardError => problem
  puts "refused: #{problem.message.lines.first.to_s.strip}"
end
