# SPDX-License-Identifier: Apache-2.0
"""Attacks a server that is run by 'oncegate serve', while a client that means well goes on writing.

Silent and half-open connections, two thousand at once, slow senders, bodies that fill memory, clients that
never read, resets, pipelines, requests hidden in others, tricks with lengths and chunks, huge heads, foreign
hosts and origins, any bytes. Meanwhile each answer to the good client must be the right one, and threads,
descriptors and memory stay within what 'Limits.swift' allows; afterwards all descriptors are given back.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

import common

SERVING = common.ROOT / "Sources" / "FaultInjection" / "Serving"
# What the good client waits for an answer: with it, nobody is kept out.
ANSWER_SECONDS_MAX = 20
# After an attack: every deadline of the server is over, and some more on a busy machine.
SETTLE_SECONDS_MAX = 60
# A thread gives its connection's place back as the last thing that it does, and the next may begin before
# the system has ended it.
ENDING_THREADS_MAX = 8
# How much memory a text of one byte needs while it is read: '[1,1,…' makes a value of every second byte.
VALUE_BYTES_PER_BYTE = 128
# What the process needs besides, and what the allocator keeps for its next use.
OTHER_BYTES_MAX = 192 << 20


def limits():
    """The bounds as they stand in the code."""
    text = (SERVING / "Limits.swift").read_text()
    found = {}
    for name, value in re.findall(r"public var (\w+) = ([\d_]+(?: << \d+)?)", text):
        number, _, shift = value.replace("_", "").partition(" << ")
        found[name] = int(number) << int(shift or 0)
    for name in (
        "connectionsMax", "bodyBytesMax", "headerBytesMax", "deliveredBytesMax", "longBodiesReadAtOnceMax",
        "shortBodyBytesMax",
    ):
        if name not in found:
            common.fail(f"there is no '{name}' in Limits.swift", 3)
    return found


def request(key, body=b'{"title":"a"}', fields=(), host="127.0.0.1", line="POST /items HTTP/1.1", length=None):
    """A request as bytes; fields are whole lines."""
    lines = [line, f"Host: {host}", f"Idempotency-Key: {key}", "Content-Type: application/json", *fields]
    if length is not False:
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def read_all(connection):
    """What comes up to the end of a connection; a reset is an end too."""
    answer = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            answer += part
    return answer


def status(answer):
    """The status of the one answer, 0 for none; two answers are none."""
    found = re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[0]) if len(found) == 1 else 0 if not found else -len(found)


class Server:
    """The program under attack, and what it uses."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0"], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "TMPDIR": str(folder)},
        )
        first = self.process.stdout.readline().decode()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/items", first)
        if not found:
            common.fail(f"the server did not start: {first}{self.process.stdout.read().decode()}", 3)
        self.port = int(found[1])
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER_SECONDS_MAX)
        return connection

    def exchange(self, data):
        with self.connect() as connection:
            with contextlib.suppress(ConnectionError):
                connection.sendall(data)
            return read_all(connection)

    def usage(self):
        """Threads, descriptors, and the most memory so far in bytes."""
        folder = pathlib.Path("/proc", str(self.process.pid))
        text = (folder / "status").read_text()
        threads = int(re.search(r"Threads:\s*(\d+)", text)[1])
        memory = int(re.search(r"VmHWM:\s*(\d+) kB", text)[1]) << 10
        return threads, len(os.listdir(folder / "fd")), memory

    def listening(self):
        """The addresses that the process listens on, as the system writes them."""
        folder = pathlib.Path("/proc", str(self.process.pid))
        own = {os.readlink(path)[8:-1] for path in (folder / "fd").iterdir() if "socket:" in os.readlink(path)}
        found = []
        for name in ("tcp", "tcp6"):
            for row in (folder / "net" / name).read_text().splitlines()[1:]:
                fields = row.split()
                if fields[3] == "0A" and fields[9] in own:
                    found.append(fields[1].rpartition(":")[0])
        return found


class GoodClient:
    """Sends one write after the other, each twice, as a queue does whose first answer was lost."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        self.written, self.slowest, self.problems = 0, 0.0, []
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.ends.is_set():
            key = f"{self.name}-{self.written}"
            began = time.monotonic()
            try:
                first, again = self.server.exchange(request(key)), self.server.exchange(request(key))
            except OSError as error:
                self.problems.append(f"{key}: {error!r}")
                continue
            self.slowest = max(self.slowest, (time.monotonic() - began) / 2)
            body = again.rpartition(b"\r\n\r\n")[2]
            if status(first) != 503 or status(again) != 200 or json.loads(body)["attempts"] != 2:
                self.problems.append(f"{key}: {first[:200]!r}, then {again[:200]!r}")
            self.written += 1

    def end(self):
        self.ends.set()
        self.thread.join(4 * ANSWER_SECONDS_MAX)
        if self.thread.is_alive():
            self.problems.append("the good client never got an answer")


class Attack:
    """All attacks, and what was found."""

    def __init__(self, arguments, server):
        self.arguments, self.server = arguments, server
        self.limits = limits()
        self.base = server.usage()
        self.found, self.exchanges = [], 0
        self.most = [0, 0]

    def note(self, what, problem):
        self.found.append(f"{what}: {problem}")
        print(f"found: {self.found[-1]}", flush=True)

    def watch(self):
        threads, descriptors, _ = self.server.usage()
        self.most = [max(self.most[0], threads), max(self.most[1], descriptors)]

    def during(self, name, attack):
        """Carries an attack out while the good client writes, and looks at what the server used."""
        began = time.monotonic()
        good = GoodClient(self.server, name.replace(" ", "-"))
        watched = threading.Event()

        def watch():
            while not watched.wait(0.02):
                self.watch()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            attack()
            # The attack has to last for some writes, however busy the machine is.
            common.wait_until(lambda: good.written >= 3 or good.problems, ANSWER_SECONDS_MAX)
        finally:
            good.end()
            watched.set()
            watcher.join()
        for problem in good.problems[:3]:
            self.note(name, f"the good client: {problem}")
        if good.written < 3:
            self.note(name, f"the good client wrote only {good.written} times")
        self.exchanges += 2 * good.written
        print(
            f"{name}: {good.written} writes of the good client, slowest answer {good.slowest:.2f} s, "
            f"{time.monotonic() - began:.1f} s",
            flush=True,
        )

    def settled(self):
        """Waits until all connections are given back, and looks at the bounds."""

        def is_settled():
            threads, descriptors, _ = self.server.usage()
            return threads <= self.base[0] and descriptors <= self.base[1]

        if not common.wait_until(is_settled, SETTLE_SECONDS_MAX):
            self.note("afterwards", f"{self.server.usage()[:2]} threads and descriptors, before {self.base[:2]}")
        connections = self.limits["connectionsMax"]
        if self.most[0] > self.base[0] + connections + ENDING_THREADS_MAX:
            self.note("bounds", f"{self.most[0]} threads, before {self.base[0]}, {connections} connections")
        # One more is accepted and waits for its place.
        if self.most[1] > self.base[1] + connections + 1:
            self.note("bounds", f"{self.most[1]} descriptors, before {self.base[1]}, {connections} connections")
        memory = self.server.usage()[2]
        if memory > self.base[2] + self.memory_max():
            self.note("bounds", f"{memory >> 20} MiB of memory, {self.memory_max() >> 20} are allowed")

    def memory_max(self):
        """What all bounds together allow: a list that grows needs twice its room."""
        body, head = self.limits["bodyBytesMax"], self.limits["headerBytesMax"]
        return (
            self.limits["connectionsMax"] * (2 * body + 4 * head)
            + self.limits["longBodiesReadAtOnceMax"] * body * VALUE_BYTES_PER_BYTE
            + self.limits["connectionsMax"] * self.limits["shortBodyBytesMax"] * VALUE_BYTES_PER_BYTE
            + 2 * self.limits["deliveredBytesMax"]
            + OTHER_BYTES_MAX
        )

    # The attacks.

    @contextlib.contextmanager
    def crowd(self, count):
        """So many connections at once."""
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(self.server.connect()) for _ in range(count)]

    def silent(self):
        with self.crowd(self.arguments.connections):
            time.sleep(self.arguments.seconds)

    def half_open(self):
        part = request("half-open")[:-1]
        with self.crowd(self.arguments.connections // 4) as connections:
            for number, connection in enumerate(connections):
                with contextlib.suppress(OSError):
                    connection.sendall(part[: number % len(part)])
                    if number % 2:
                        connection.shutdown(socket.SHUT_WR)
            time.sleep(self.arguments.seconds)

    def at_once(self):
        """All send a whole request: each gets the right answer, or is told to come again."""
        with self.crowd(self.arguments.connections) as connections:
            for number, connection in enumerate(connections):
                with contextlib.suppress(OSError):
                    connection.sendall(request(f"crowd-{number}"))
            seen = [status(read_all(connection)) for connection in connections]
        wrong = {answer: seen.count(answer) for answer in set(seen) - {503, 408, 0}}
        if wrong:
            self.note("at once", f"answers {wrong}")

    def slow(self):
        with self.crowd(self.limits["connectionsMax"] + 50) as connections:
            data = request("slow", body=b'{"a":"%s"}' % (b"x" * 500))
            until = time.monotonic() + self.arguments.seconds
            place = 0
            while time.monotonic() < until and place < len(data):
                for connection in connections:
                    with contextlib.suppress(OSError):
                        connection.sendall(data[place : place + 1])
                place += 1
                time.sleep(0.05)

    def big_bodies(self):
        """Each body has the greatest size and the most values, and all end at the same time."""
        size = self.limits["bodyBytesMax"]
        body = b"[" + b"1," * ((size - 3) // 2) + b"1]"
        wrong = []
        with self.crowd(self.arguments.bodies) as connections:

            def send(number, connection):
                data = request(f"big-{number}", body=body)
                connection.settimeout(ANSWER_SECONDS_MAX * self.arguments.bodies)
                try:
                    connection.sendall(data)
                    answer = status(read_all(connection))
                except OSError as error:
                    answer = repr(error)
                # There may be no room left.
                if answer not in (503, 507):
                    wrong.append(answer)

            threads = [
                threading.Thread(target=send, args=pair, daemon=True) for pair in enumerate(connections)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        if wrong:
            self.note("big bodies", f"the answers were {wrong[:10]}")

    def never_read(self):
        with self.crowd(self.limits["connectionsMax"]) as connections:
            for number, connection in enumerate(connections):
                with contextlib.suppress(OSError):
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                    connection.sendall(request(f"unread-{number}") * 3)
            time.sleep(self.arguments.seconds)

    def resets(self):
        until = time.monotonic() + self.arguments.seconds
        draw = common.drawn(self.arguments.seed, "resets")
        while time.monotonic() < until:
            data = request(f"reset-{draw.randrange(1 << 40)}")
            with self.server.connect() as connection, contextlib.suppress(OSError):
                connection.sendall(data[: draw.randrange(len(data) + 1)])
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def any_bytes(self):
        draw = common.drawn(self.arguments.seed, "bytes")
        whole = request("any", body=b"2\r\n{}\r\n0\r\n\r\n", fields=["Transfer-Encoding: chunked"], length=False)
        until = time.monotonic() + self.arguments.seconds
        while time.monotonic() < until:
            data = bytearray(draw.randbytes(draw.randrange(1, 300)) if draw.random() < 0.3 else whole)
            for _ in range(draw.randrange(1, 6)):
                data[draw.randrange(len(data))] = draw.choice(b"\r\n\0 :;,0a\xff\t")
            with self.server.connect() as connection:
                with contextlib.suppress(OSError):
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                answer = read_all(connection)
            if status(answer) < 0 or status(answer) == 0 and answer != b"":
                self.note("any bytes", f"{bytes(data)!r} is answered {answer[:200]!r}")

    def shapes(self):
        """One answer each, the expected one, and nothing of what is hidden behind is ever taken."""
        for number, (name, data, expected) in enumerate(shapes(self.limits)):
            hidden = f"hidden-{number}"
            answer = self.server.exchange(data.replace(b"HIDDEN", hidden.encode()))
            if status(answer) != expected:
                self.note("shapes", f"{name}: {answer[:300]!r}, expected {expected}")
            after = self.server.exchange(request(hidden))
            # The first delivery of a key is answered 503.
            if status(after) != 503:
                self.note("shapes", f"{name}: what was hidden was taken: {after[:300]!r}")
        self.exchanges += 2 * (number + 1)


def shapes(limit):
    """Names, requests and the status of their answers."""
    hidden = request("HIDDEN")
    both = ["Content-Length: 5", "Transfer-Encoding: chunked"]
    end = b"0\r\n\r\n"

    def chunked(body, *fields):
        return request("shape", body=body, fields=["Transfer-Encoding: chunked", *fields], length=False)

    yield "a pipeline", request("pipeline-first") + hidden * 5, 503
    yield "lengths and chunks", request("s", body=end + hidden, fields=both, length=False), 400
    yield "chunks and lengths", request("s", body=end + hidden, fields=both[::-1], length=False), 400
    yield "two lengths", request("s", body=b"{}" + hidden, fields=["Content-Length: 2"], length=200), 400
    yield "a list of lengths", request("s", body=b"{}" + hidden, length="2, 2"), 400
    yield "a length with a sign", request("s", body=b"{}" + hidden, length="+2"), 400
    yield "a negative length", request("s", body=hidden, length="-1"), 400
    yield "a length in another base", request("s", body=b"{}" + hidden, length="0x2"), 400
    yield "a length with a space", request("s", body=b"{}" + hidden, length="2 0"), 400
    yield "a length beyond a machine's", request("s", body=hidden, length="18446744073709551618"), 413
    yield "a length beyond the bound", request("s", body=hidden, length=limit["bodyBytesMax"] + 1), 413
    yield "two codings", chunked(end + hidden, "Transfer-Encoding: chunked"), 400
    yield "an unknown coding", request("s", body=hidden, fields=["Transfer-Encoding: xchunked"], length=False), 501
    yield "a coding in a list", request("s", body=hidden, fields=["Transfer-Encoding: identity, chunked"], length=False), 501
    yield "a space before the colon", request("s", body=end + hidden, fields=["Transfer-Encoding : chunked"]), 400
    yield "a folded coding", request("s", body=end + hidden, fields=["Transfer-Encoding:", " chunked"]), 400
    yield "a coding behind a bare line feed", request("s", body=end + hidden, fields=["A: b\nTransfer-Encoding: chunked"]), 400
    yield "a coding behind a bare return", request("s", body=end + hidden, fields=["A: b\rTransfer-Encoding: chunked"]), 400
    yield "a NUL in a field", request("s", body=hidden, fields=["A: \0"]), 400
    yield "chunks in HTTP/1.0", request("s", body=end + hidden, fields=["Transfer-Encoding: chunked"], length=False, line="POST /items HTTP/1.0"), 400
    yield "a chunk without a size", chunked(b"\r\n{}\r\n" + end + hidden), 400
    yield "a chunk's size with a sign", chunked(b"+2\r\n{}\r\n" + end + hidden), 400
    yield "a chunk's size with a prefix", chunked(b"0x2\r\n{}\r\n" + end + hidden), 400
    yield "words behind a chunk's size", chunked(b"2 x\r\n{}\r\n" + end + hidden), 400
    yield "a chunk that is longer than it says", chunked(b"2\r\n{}x\r\n" + end + hidden), 400
    yield "a bare line feed behind a chunk's size", chunked(b"2\n{}\r\n" + end + hidden), 400
    yield "a bare line feed in an extension", chunked(b"2;a\n0\r\n{}\r\n" + end + hidden), 400
    yield "a chunk beyond the bound", chunked(b"%x\r\n" % (limit["bodyBytesMax"] + 1) + hidden), 413
    yield "a chunk beyond a machine's number", chunked(b"ffffffffffffffff\r\n" + hidden), 400
    yield "a chunk of seventeen digits", chunked(b"00000000000000002\r\n{}\r\n" + end + hidden), 400
    yield "a trailer without a colon", chunked(b"2\r\n{}\r\n0\r\nno\r\n\r\n" + hidden), 400
    yield "a trailer that frames", chunked(b"2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n" + hidden), 503
    yield "chunks with a pipeline", chunked(b"2;a=b\r\n{}\r\n" + end + hidden), 200
    yield "a huge field", request("s", fields=["A: " + "a" * (1 << 20)]), 431
    yield "a huge target", request("s", line=f"POST /{'a' * (1 << 20)} HTTP/1.1"), 431
    yield "very many fields", request("s", fields=["A: b"] * 10_000), 431
    yield "a line without an end", b"A" * (4 << 20), 431
    yield "only empty lines", b"\r\n" * 1000, 400
    yield "no host", b"POST /items HTTP/1.1\r\nContent-Length: 0\r\n\r\n" + hidden, 400
    yield "two hosts", request("s", fields=["Host: 127.0.0.1"]), 400
    yield "two hosts and one in the target", request("s", fields=["Host: 127.0.0.1"], line="POST http://127.0.0.1/items HTTP/1.1"), 400
    for host in ("example.com", "127.0.0.1.example.com", "localhost.example.com", "127.0.0.1@example.com", "169.254.169.254", "0.0.0.0", ""):
        yield f"the host '{host}'", request("HIDDEN", host=host), 403
    yield "a foreign host in the target", request("HIDDEN", line="POST http://example.com/items HTTP/1.1"), 403
    yield "a foreign host, and this one in the target", request("HIDDEN", host="example.com", line="POST http://127.0.0.1/items HTTP/1.1"), 403
    for origin in ("https://example.com", "null", "http://127.0.0.1.example.com", "http://localhost@example.com", "file://"):
        yield f"the origin '{origin}'", request("HIDDEN", fields=[f"Origin: {origin}"]), 403
    yield "an upgrade", request("upgrade", fields=["Connection: Upgrade", "Upgrade: h2c"]), 503
    yield "another protocol", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505
    yield "a handshake of TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100) + b"\n", 400


def main():
    parser = common.parser(__doc__, count=1)
    parser.add_argument("--connections", type=common.positive, default=2000, help="how many at once (default 2000)")
    parser.add_argument("--bodies", type=common.positive, default=8, help="how many huge ones at once (default 8)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long an attack lasts at least (default 3)")
    arguments = parser.parse_args()
    common.begin(arguments)
    raise_descriptors(arguments.connections + 500)
    programs = common.binaries(arguments)
    began = time.monotonic()
    with common.scratch() as folder:
        server = Server(programs / "oncegate", folder)
        try:
            attack = carry_out(arguments, server)
        finally:
            server.process.kill()
            server.process.wait()
    print(
        f"{attack.exchanges} exchanges judged, {attack.most[0]} threads and {attack.most[1]} descriptors at most, "
        f"{attack.memory >> 20} MiB at most, {len(attack.found)} findings, {time.monotonic() - began:.0f} s"
    )
    if attack.found:
        for text in attack.found[:20]:
            print(text, file=sys.stderr)
        options = ["--count", arguments.count, "--connections", arguments.connections]
        options += ["--bodies", arguments.bodies, "--seconds", arguments.seconds]
        print(f"again: {common.repetition(arguments, *options)}", file=sys.stderr)
    return 1 if attack.found else 0


def carry_out(arguments, server):
    """All attacks, as often as asked; the server is ended in order afterwards."""
    attack = Attack(arguments, server)
    if set(server.listening()) != {"0100007F"}:
        attack.note("listening", f"on {server.listening()}")
    for _ in range(arguments.count):
        attack.during("silent", attack.silent)
        attack.during("half-open", attack.half_open)
        attack.during("at once", attack.at_once)
        attack.during("slow", attack.slow)
        attack.during("never read", attack.never_read)
        attack.during("resets", attack.resets)
        attack.during("any bytes", attack.any_bytes)
        attack.during("shapes", attack.shapes)
        attack.during("big bodies", attack.big_bodies)
    attack.settled()
    attack.memory = server.usage()[2]
    server.process.send_signal(signal.SIGTERM)
    try:
        if server.process.wait(SETTLE_SECONDS_MAX) != 0:
            attack.note("end", f"exit status {server.process.returncode}")
    except subprocess.TimeoutExpired:
        attack.note("end", "it does not end")
    return attack


def raise_descriptors(count):
    """Lets this process and the server have so many descriptors."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        common.fail(f"only {hard} descriptors are allowed; 'ulimit -n {count}' is needed", 3)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))


if __name__ == "__main__":
    sys.exit(main())
