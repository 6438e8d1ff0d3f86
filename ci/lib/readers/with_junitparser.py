# Counts the test cases of each report with junitparser.
import sys

from junitparser import Error, Failure, JUnitXml, Skipped

for path in sys.argv[1:]:
    try:
        counts = [0, 0, 0, 0]
        for suite in JUnitXml.fromfile(path):
            for case in suite:
                counts[0] += 1
                for result in case.result:
                    for place, kind in ((1, Failure), (2, Error), (3, Skipped)):
                        counts[place] += type(result) is kind
        print("/".join(map(str, counts)))
    except Exception as problem:
        print("refused: %s" % str(problem).replace("\n", " "))
