# SPDX-License-Identifier: GPL-3.0-or-later
"""The account behind real front servers, through a real proxy and with a real keyring.

usage: /usr/bin/python3 Tests/BlackBox/real.py KURS-CLI KURS-SERVER [TEST-NAME-PATTERN]
The last line is `N passed, N failed`. Needs Debian's nginx-light, caddy and tinyproxy on the PATH.
"""
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import account  # noqa: E402
import side_by_side  # noqa: E402

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
events {{ }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/tls-cert.pem; ssl_certificate_key {folder}/tls-key.pem;
    location / {{
      proxy_pass https://127.0.0.1:{behind}; proxy_ssl_verify off;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""
CADDY = """
{{
  admin off
  auto_https off
  storage file_system {folder}/caddy
}}
https://localhost:{port} {{
  bind 127.0.0.1
  tls {folder}/tls-cert.pem {folder}/tls-key.pem
  reverse_proxy https://127.0.0.1:{behind} {{
    transport http {{
      tls_insecure_skip_verify
    }}
  }}
}}
"""
TINYPROXY = """
Port {port}
Listen 127.0.0.1
Allow 127.0.0.1
LogFile "{folder}/tinyproxy.log"
LogLevel Connect
"""
FRONTS = {"nginx": (NGINX, ["nginx", "-c"]), "caddy": (CADDY, ["caddy", "run", "--adapter", "caddyfile", "--config"])}


def program(name):
    """Returns the path of a program. Debian's servers are in the administrator's folders."""
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if not found:
        raise unittest.SkipTest(f"{name} is not installed")
    return found


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class RealTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-real-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = account.Server(self.folder)
        self.server.more = ["--behind-proxy"]
        self.server.start()
        self.addCleanup(self.server.stop)
        self.machine = account.Machine(self.folder, self.folder / "tls-cert.pem")
        self.addCleanup(self.machine.stop)
        self.machine.start_keyring()

    def start(self, text, command):
        """Starts a front server or proxy. Returns the port that it listens on."""
        name, port = program(command[0]), free_port()
        configuration = self.folder / command[0]
        configuration.write_text(text.format(folder=self.folder, port=port, behind=self.server.port))
        process = subprocess.Popen(
            [name, *command[1:], configuration], env=os.environ | {"HOME": str(self.folder)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return port
            except OSError:
                self.assertIsNone(process.poll(), f"{command[0]} ended")
                self.assertLess(time.monotonic(), deadline, f"{command[0]} doesn't listen")
                time.sleep(0.05)

    def register(self, address):
        return self.machine.account("register", account.EMAIL, "--name", "Ada", "--server", address)

    def assert_signed_in(self, address):
        done = self.register(address)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.machine.status()["state"], "signed-in")

    def front(self, name):
        """Signs in behind a front server, and lets the account server fail."""
        port = self.start(*FRONTS[name])
        self.assert_signed_in(f"https://localhost:{port}")
        self.assertNotIn("X-Forwarded-For", self.server.log.read_text(errors="replace"))
        # A renewal needs the account server, and gets the front server's error.
        self.server.stop()
        self.machine.boot = "second-boot"
        state = self.machine.status()
        self.assertEqual((state["state"], state["member"]["email"]), ("offline", account.EMAIL))
        self.server.start()
        self.assertEqual(self.machine.status()["state"], "signed-in")

    def test_an_error_page_of_nginx_does_not_sign_the_member_out(self):
        self.front("nginx")

    def test_an_error_page_of_Caddy_does_not_sign_the_member_out(self):
        self.front("caddy")

    def proxy(self, more=""):
        port = self.start(TINYPROXY + more, ["tinyproxy", "-d", "-c"])
        self.machine.environment["https_proxy"] = f"http://127.0.0.1:{port}"
        return port

    def test_account_requests_are_sent_through_the_configured_proxy(self):
        self.proxy()
        self.assert_signed_in(self.server.address)
        self.assertIn("CONNECT localhost", (self.folder / "tinyproxy.log").read_text())

    def test_a_refusal_by_the_proxy_is_reported_with_its_status(self):
        port = self.proxy("BasicAuth ada secret\n")
        done = self.register(self.server.address)
        self.assertEqual((done.returncode, done.stdout), (69, ""))
        self.assertIn(f"127.0.0.1:{port}", done.stderr)
        self.assertIn("407", done.stderr)

    def test_an_unreachable_proxy_is_reported_with_its_address(self):
        port = free_port()
        self.machine.environment["https_proxy"] = f"http://127.0.0.1:{port}"
        done = self.register(self.server.address)
        self.assertEqual((done.returncode, done.stdout), (69, ""))
        self.assertIn(f"Can't reach the proxy 127.0.0.1:{port}", done.stderr)

    def test_locking_and_unlocking_the_keyring_does_not_sign_out(self):
        self.assert_signed_in(self.server.address)
        self.machine.lock_keyring()
        state = self.machine.status()
        self.assertEqual((state["state"], state["member"]["email"]), ("locked", account.EMAIL))
        self.machine.unlock_keyring()
        self.assertEqual(json.loads(self.machine.account("status", "--json").stdout)["state"], "signed-in")


if __name__ == "__main__":
    account.CLI, account.SERVER = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
    loader = unittest.TestLoader()
    if len(sys.argv) > 3:
        loader.testNamePatterns = [f"*{sys.argv[3]}*"]
    tests = side_by_side.flat(loader.loadTestsFromTestCase(RealTest))
    sys.exit(side_by_side.run(tests, lambda _: None, side_by_side.TERMINALS, contextlib.nullcontext))
