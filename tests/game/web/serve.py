"""A static server on localhost, and the relay of two players: python3 serve.py folder port. Takes the next free port if that is
taken; port 0 is any.

The relay carries datagrams between two pages by WebSocket (RFC 6455). Two sockets of the same path /pair/NAME are brought
together: each gets its number as a text, "0" or "1", then the binary messages of the other, as they are. When one leaves, the
other is closed.
"""

import base64
import functools
import hashlib
import http.server
import struct
import sys
import threading

MORE_PORTS = 20
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
PREFIX = "/pair/"
MOST_BYTES = 4096  # of a message
MOST_NAME = 64
MOST_WAITING = 100
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Member:
    """One page. `other` is set when both are there."""

    def __init__(self, handler):
        self.reader = handler.rfile
        self.socket = handler.connection
        self.lock = threading.Lock()
        self.other = None

    def send(self, kind, payload):
        size = len(payload)
        head = bytes([0x80 | kind, size]) if size < 126 else bytes([0x80 | kind, 126]) + struct.pack(">H", size)
        with self.lock:
            self.socket.sendall(head + payload)

    def exactly(self, count):
        data = self.reader.read(count)
        if len(data) < count:
            raise ConnectionError
        return data

    def receive(self):
        """Returns (kind, payload). Messages in pieces, unmasked or long ones are none of these pages'."""
        first, second = self.exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", self.exactly(2))
        if not first & 0x80 or not second & 0x80 or size > MOST_BYTES:
            raise ConnectionError
        mask = self.exactly(4)
        return first & 0x0F, bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.exactly(size)))

    def close(self):
        """Ends writing only: data that arrives after the end of reading would reset the connection, and the page would
        not see the message. The page answers with the same message, or the time runs out."""
        try:
            self.socket.settimeout(5)
            self.send(CLOSE, b"")
            self.socket.shutdown(1)
        except OSError:
            pass


waiting = {}
waiting_lock = threading.Lock()


def meet(member, name):
    """False: too many wait."""
    with waiting_lock:
        member.other = waiting.pop(name, None)
        if member.other is None:
            if len(waiting) >= MOST_WAITING:
                return False
            waiting[name] = member
            return True
        member.other.other = member
    member.other.send(TEXT, b"0")
    member.send(TEXT, b"1")
    return True


def carry(member):
    while True:
        kind, payload = member.receive()
        if kind == CLOSE:
            return
        if kind == PING:
            member.send(PONG, payload)
        elif kind == BINARY and member.other:
            member.other.send(BINARY, payload)


def leave(member, name):
    with waiting_lock:
        if waiting.get(name) is member:
            del waiting[name]
    member.close()
    if member.other:
        member.other.close()


def is_page(handler):
    """Whether a request is a page that looks for another."""
    return handler.path.startswith(PREFIX) and handler.headers.get("Upgrade", "").lower() == "websocket"


def bring_together(handler):
    """Takes the request over until its page leaves."""
    key = handler.headers.get("Sec-WebSocket-Key", "").encode()
    name = handler.path[len(PREFIX):]
    handler.close_connection = True
    if not key or not 0 < len(name) <= MOST_NAME:
        handler.send_error(400)
        return
    accept = base64.b64encode(hashlib.sha1(key + GUID).digest()).decode()
    handler.wfile.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         f"Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())
    member = Member(handler)
    try:
        if meet(member, name):
            carry(member)
    except OSError:
        pass
    finally:
        leave(member, name)


class Handler(http.server.SimpleHTTPRequestHandler):
    """A cross-origin isolated page has a finer clock, so that the panel's numbers settle sooner."""

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def do_GET(self):
        if is_page(self):
            bring_together(self)
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


def bind(folder, wanted):
    handler = functools.partial(Handler, directory=folder)
    for port in range(wanted, wanted + MORE_PORTS + 1):
        try:
            return port, http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError:
            continue
    sys.exit(f"The ports {wanted} to {wanted + MORE_PORTS} are all taken: make serve WEB_PORT=9000 takes another.")


def main(folder, wanted):
    port, server = bind(folder, wanted)
    taken = "" if port == wanted else f"Port {wanted} is taken. "
    print(f"{taken}Open http://localhost:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main(sys.argv[1], int(sys.argv[2]))
