# Counts the test cases of each report with junit2html, which takes an error for a failure, and makes its page.
import sys

from junit2htmlreport.parser import Junit

for path in sys.argv[1:]:
    try:
        report = Junit(path)
        cases = [case for suite in report for case in suite.all()]
        failed = sum(1 for case in cases if case.failed())
        skipped = sum(1 for case in cases if case.skipped)
        if "</html>" not in report.html():
            raise ValueError("no page")
        print("%d/%d/%d" % (len(cases), failed, skipped))
    except Exception as problem:
        print("refused: %s" % str(problem).replace("\n", " "))
