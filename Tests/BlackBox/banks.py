# SPDX-License-Identifier: GPL-3.0-or-later
"""A bank on this machine: it answers as Frankfurter does, with rates that no real bank publishes."""
import json
import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RATES = {"USD": "1.2345", "GBP": "0.9012", "JPY": "150.25", "CHF": "0.9876"}


class Bank:
    """Use with `with`; `address` is its own, `asked` the paths it was asked for."""

    def __init__(self, rates=RATES):
        self.rates = rates
        self.asked = []
        today = datetime.now(timezone.utc).date()
        self.day = today - timedelta(days=1)
        bank = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                bank.asked.append(self.path)
                body = bank.document(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def document(self, path):
        numbers = "{" + ",".join(f'"{code}":{rate}' for code, rate in self.rates.items()) + "}"
        if "latest" in path:
            return f'{{"amount":1.0,"base":"EUR","date":"{self.day}","rates":{numbers}}}'.encode()
        return (f'{{"amount":1.0,"base":"EUR","start_date":"{self.day}","end_date":"{self.day}",'
                f'"rates":{{"{self.day}":{numbers}}}}}').encode()

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def settings(address, order=("ecb",)):
    """The file of settings that names this bank's server as Frankfurter's."""
    return f"[Kurs]\nproviders={json.dumps(list(order)).replace(chr(34), chr(39))}\n" \
           f"addresses={{'frankfurter': '{address}'}}\n"
