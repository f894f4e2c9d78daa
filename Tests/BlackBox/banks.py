# SPDX-License-Identifier: GPL-3.0-or-later
"""A bank on this computer. It answers like Frankfurter, with rates that no real bank publishes."""
import json
import re
import threading
from datetime import date, datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RATES = {"USD": "1.2345", "GBP": "0.9012", "JPY": "150.25", "CHF": "0.9876"}


class Bank:
    """Use with `with`. `address` is its address, `asked` has the requested paths.

    `mark`: the bytes of its icon, if any. `viewers` has the requests for the icon, with their headers.
    """

    def __init__(self, rates=RATES, mark=None):
        self.rates = rates
        self.asked = []
        self.mark = mark
        self.viewers = []
        # While cleared, requests for the icon wait.
        self.shows_mark = threading.Event()
        self.shows_mark.set()
        today = datetime.now(timezone.utc).date()
        self.day = today - timedelta(days=1)
        bank = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/apple-touch-icon"):
                    bank.viewers.append((self.path, dict(self.headers)))
                    bank.shows_mark.wait(30)
                    return self.answer(bank.mark or b"", 200 if bank.mark else 404, "application/octet-stream")
                bank.asked.append(self.path)
                self.answer(bank.document(self.path), 200, "application/json")

            def answer(self, body, status, kind):
                self.send_response(status)
                self.send_header("Content-Type", kind)
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


class PolishBank(Bank):
    """A bank that answers like the National Bank of Poland: one dollar rate on each working day."""

    def document(self, path):
        sells = "/tables/C/" in path
        newest = self.day - timedelta(days=max(self.day.weekday() - 4, 0))
        days = [date.fromisoformat(each) for each in re.findall(r"\d{4}-\d\d-\d\d", path)] or [newest, newest]
        every = (days[0] + timedelta(days=n) for n in range((days[1] - days[0]).days + 1))
        rate = {"bid": 3.5, "ask": 3.7} if sells else {"mid": 3.6}
        return json.dumps([
            {"table": "C" if sells else "A", "no": f"1/A/NBP/{day.year}", "effectiveDate": str(day),
             "rates": [{"currency": "dolar", "code": "USD"} | {
                 name: round(value + day.day / 1000, 4) for name, value in rate.items()}]}
            for day in every if day.weekday() < 5]).encode()


def settings(address, order=("ecb",), **others):
    """Returns a settings file with this server as Frankfurter's address, and those of other banks by provider."""
    addresses = ", ".join(f"'{name}': '{place}'" for name, place in {"frankfurter": address, **others}.items())
    return f"[Kurs]\nproviders={json.dumps(list(order)).replace(chr(34), chr(39))}\n" \
           f"addresses={{{addresses}}}\n"
