# Counts the test cases of each report with Python's expat, and compares them with what the report claims.
import sys
import xml.parsers.expat

WORDS = {"failure": 1, "error": 2, "skipped": 3}


def read(path):
    counts, claims, parents = [0, 0, 0, 0], [], []

    def start(name, attributes):
        if name == "testcase":
            counts[0] += 1
        elif name in WORDS and parents[-1] == "testcase":
            counts[WORDS[name]] += 1
        elif name == "testsuite":
            claims.append([int(attributes[word]) for word in ("tests", "failures", "errors", "skipped")])
        parents.append(name)

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: parents.pop()
    with open(path, "rb") as file:
        parser.ParseFile(file)
    claimed = [sum(column) for column in zip(*claims)] or [0, 0, 0, 0]
    return counts if counts == claimed else "claims %s" % "/".join(map(str, claimed))


for path in sys.argv[1:]:
    try:
        counts = read(path)
        print(counts if isinstance(counts, str) else "/".join(map(str, counts)))
    except Exception as problem:
        print("refused: %s" % str(problem).replace("\n", " "))
