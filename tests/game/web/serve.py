"""A static server on localhost, and the relay of two players: python3 serve.py folder port. Takes the next free port if that is
taken; port 0 is any."""

import functools
import http.server
import sys

import relay

MORE_PORTS = 20


class Handler(http.server.SimpleHTTPRequestHandler):
    """A cross-origin isolated page has a finer clock, so that the panel's numbers settle sooner."""

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def do_GET(self):
        if relay.is_wanted(self):
            relay.serve(self)
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
