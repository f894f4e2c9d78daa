# SPDX-License-Identifier: GPL-3.0-or-later
"""A connection between a program and the account server that can be cut after a number of bytes."""
import socket
import threading


class Plug:
    """Forwards a port to another. `pull` cuts all connections and calls the given action."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.arm(None)
        threading.Thread(target=self._serve, daemon=True).start()

    def arm(self, after, pulled=lambda: None):
        """Counts bytes in both directions from now on, and cuts after `after` of them."""
        with self.lock:
            self.passed, self.after, self.pulled = 0, after, pulled
            self.is_out, self.pairs = False, []

    def close(self):
        self.listener.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client):
        try:
            if self.is_out:
                raise OSError
            server = socket.create_connection(("127.0.0.1", self.target), timeout=10)
        except OSError:
            client.close()
            return
        server.settimeout(None)
        self.pairs += [client, server]
        for source, sink in ((client, server), (server, client)):
            threading.Thread(target=self._copy, args=(source, sink), daemon=True).start()

    def _copy(self, source, sink):
        try:
            while data := source.recv(1024):
                with self.lock:
                    if self.is_out:
                        return
                    left = len(data) if self.after is None else self.after - self.passed
                    sink.sendall(data[:max(left, 0)])
                    self.passed += len(data)
                    if left < len(data):
                        self._pull()
                        return
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _pull(self):
        self.is_out = True
        for end in self.pairs:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.pulled()
