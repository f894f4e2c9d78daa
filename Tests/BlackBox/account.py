# SPDX-License-Identifier: GPL-3.0-or-later
"""Account tests from outside: the real terminal program, the real server over TLS, and a real keyring on a separate
bus.

Run by accounts.py. A mount namespace makes the server's authority trusted, so the system doesn't change. The namespace
also replaces the kernel's boot id, which Kurs takes for a reboot.
"""
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from fault_rows import fault

PASSWORD = "a-canary-of-a-password"
EMAIL = "ada@example.org"
# The programs under test, set by accounts.py.
CLI = SERVER = ""


class Machine:
    """The folders, session bus, keyring and trusted authorities of one user."""

    def __init__(self, folder, authority):
        self.folder = folder
        self.authority = authority
        self.boot = "first-boot"
        kept = ("PATH", "LANG", "KURS_DATADIR", "KURS_MUTANT")
        self.environment = {key: os.environ[key] for key in kept if key in os.environ}
        for name, variable in (("home", "HOME"), ("run", "XDG_RUNTIME_DIR"), ("data", "XDG_DATA_HOME"),
                               ("cache", "XDG_CACHE_HOME"), ("config", "XDG_CONFIG_HOME")):
            path = folder / name
            path.mkdir(mode=0o700)
            self.environment[variable] = str(path)
        self.processes = []

    def start_keyring(self):
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(bus)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.start_daemon(["--unlock"])

    def start_daemon(self, arguments):
        keyring = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", *arguments, "--components=secrets"], env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        keyring.stdin.write(b"login password")
        keyring.stdin.close()
        self.processes.append(keyring)
        deadline = time.monotonic() + 10
        while "true" not in self.gdbus("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
                                       "org.freedesktop.secrets"):
            assert time.monotonic() < deadline, "no keyring"
            time.sleep(0.05)

    def gdbus(self, destination, path, method, *arguments):
        command = ["gdbus", "call", "--session", "--dest", destination, "--object-path", path, "--method", method]
        done = subprocess.run(command + list(arguments), env=self.environment, capture_output=True, text=True)
        return done.stdout + done.stderr

    def stop_keyring(self):
        keyring = self.processes.pop()
        keyring.kill()
        keyring.wait()

    def unlock_keyring(self):
        """Unlocks the keyring as a user does, with the password in the keyring's prompt."""
        script = """
import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
def call(interface, method, arguments):
    return bus.call_sync("org.freedesktop.secrets", "/org/freedesktop/secrets", interface, method, arguments, None, 0,
                         5000).unpack()
service = "org.freedesktop.Secret.Service"
session = call(service, "OpenSession", GLib.Variant("(sv)", ("plain", GLib.Variant("s", ""))))[1]
default = call(service, "ReadAlias", GLib.Variant("(s)", ("default",)))[0]
call("org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface", "UnlockWithMasterPassword",
     GLib.Variant("(o(oayays))", (default, (session, b"", b"login password", "text/plain"))))
"""
        subprocess.run(["/usr/bin/python3", "-c", script], env=self.environment, check=True)

    def lock_keyring(self):
        self.gdbus("org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
                   '["/org/freedesktop/secrets/aliases/default"]')

    def items(self):
        """Returns attributes, label and secret of each item in the keyring."""
        script = """
import json, gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
def call(path, interface, method, arguments):
    return bus.call_sync("org.freedesktop.secrets", path, interface, method, arguments, None, 0, 5000).unpack()
root, service = "/org/freedesktop/secrets", "org.freedesktop.Secret.Service"
session = call(root, service, "OpenSession", GLib.Variant("(sv)", ("plain", GLib.Variant("s", ""))))[1]
found = call(root, service, "SearchItems", GLib.Variant("(a{ss})", ({},)))
def get(path, name):
    return call(path, "org.freedesktop.DBus.Properties", "Get",
                GLib.Variant("(ss)", ("org.freedesktop.Secret.Item", name)))[0]
def secret(path):
    return bytes(call(path, "org.freedesktop.Secret.Item", "GetSecret", GLib.Variant("(o)", (session,)))[0][2]).decode()
print(json.dumps([[get(p, "Attributes"), get(p, "Label"), secret(p)] for p in found[0]]))
"""
        return json.loads(subprocess.check_output(["/usr/bin/python3", "-c", script], env=self.environment, text=True))

    def kind(self, kind):
        return [secret for attributes, _, secret in self.items() if attributes["kind"] == kind]

    def command(self, *arguments, trusts=True):
        """Returns the command line that runs in the namespace. It contains no secrets."""
        boot = self.folder / "boot_id"
        boot.write_text(self.boot + "\n")
        mounts = f"mount --bind {boot} /proc/sys/kernel/random/boot_id"
        if trusts:
            mounts += f" && mount --bind {self.authority} /etc/ssl/certs/ca-certificates.crt"
        namespace, back = ["unshare", "-m"], []
        if os.geteuid():
            # Root may mount in the namespace, but the session bus refuses a caller that claims to be root without being
            # it.
            namespace = ["unshare", "-Urm"]
            back = ["unshare", f"--map-user={os.geteuid()}", f"--map-group={os.getegid()}"]
        return namespace + ["sh", "-ec", mounts + ' && exec "$@"', "sh", *back, CLI, "account", *arguments]

    def account(self, *arguments, password=PASSWORD, trusts=True):
        return subprocess.run(
            self.command(*arguments, trusts=trusts), env=self.environment, input=password + "\n", capture_output=True,
            text=True, timeout=60)

    def status(self):
        return json.loads(self.account("status", "--json").stdout)

    def stop(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()


def free_port():
    """Returns a free port that no client's connection can get while the server is stopped between two starts."""
    while True:
        # Linux gives ports from 32,768 to connections (net.ipv4.ip_local_port_range).
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port


class Server:
    """The account server on the loopback, over TLS."""

    def __init__(self, folder):
        self.folder = folder
        self.log = folder / "server.log"
        self.process = None
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "tls-key.pem",
             "-out", folder / "tls-cert.pem"], check=True, capture_output=True)
        self.port = free_port()
        self.registration = "--open-registration"
        self.more = []

    def start(self):
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [SERVER, "serve", "--port", str(self.port), "--database", self.folder / "accounts.sqlite",
                 "--key-file", self.folder / "key", "--tls-cert", self.folder / "tls-cert.pem", "--tls-key",
                 self.folder / "tls-key.pem", self.registration, "--port-file", port_file, *self.more],
                stdout=log, stderr=log)
        deadline = time.monotonic() + 20
        while not port_file.exists() or not port_file.read_text().strip():
            assert self.process.poll() is None and time.monotonic() < deadline, self.log.read_text()[-2000:]
            time.sleep(0.05)
        self.port = int(port_file.read_text())

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    @property
    def address(self):
        return f"https://localhost:{self.port}"

    def ask(self, path, body, token=None):
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        context = ssl.create_default_context(cafile=self.folder / "tls-cert.pem")
        try:
            with urllib.request.urlopen(request, context=context, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def count(self, path):
        return len(re.findall(re.escape(path), self.log.read_text(errors="replace")))


def tokens(session):
    """Returns refresh and access token of a stored session."""
    lines = session.split("\n")
    return lines[1], lines[2]


class AccountTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kurs-account-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)
        self.machine = Machine(self.folder, self.folder / "tls-cert.pem")
        self.addCleanup(self.machine.stop)

    def register(self, *more):
        self.machine.start_keyring()
        done = self.machine.account("register", EMAIL, "--name", "Ada", "--server", self.server.address, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Signed in: {EMAIL}", done.stdout)

    def test_a_sign_in_is_used_by_later_programs_until_the_sign_out(self):
        self.register()
        self.assertEqual(self.machine.status()["state"], "signed-in")
        self.assertEqual(self.server.count("login/refresh"), 0)
        self.assertEqual(self.machine.account("sign-out").returncode, 0)
        self.assertEqual(self.machine.items(), [])
        self.assertEqual(self.machine.status(), {"state": "signed-out", "member": None, "members": [], "remembered": True})
        self.assertEqual(self.machine.account("sign-out").returncode, 1)

    def test_after_a_sign_out_with_kept_data_the_account_is_still_listed(self):
        self.register()
        self.assertEqual(self.machine.account("sign-out", "--keep-data").returncode, 0)
        self.assertEqual(self.machine.items(), [])
        self.assertEqual([member["email"] for member in self.machine.status()["members"]], [EMAIL])
        done = self.machine.account("sign-in", EMAIL)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_wrong_passwords_and_used_email_addresses_are_reported(self):
        self.register()
        self.machine.account("sign-out")
        server = ("--server", self.server.address)
        wrong = self.machine.account("sign-in", EMAIL, *server, password="not the password")
        self.assertEqual((wrong.returncode, wrong.stdout), (1, ""))
        self.assertIn("Incorrect email or password", wrong.stderr)
        taken = self.machine.account("register", EMAIL, *server, password="another good password")
        self.assertIn("already", taken.stderr)
        weak = self.machine.account("register", "bob@example.org", *server, password="short")
        self.assertIn("10 characters", weak.stderr)
        self.assertEqual(self.machine.account("sign-in", EMAIL, *server, password="").returncode, 64)

    def test_an_invitation_code_can_register_only_one_member(self):
        self.server.stop()
        self.server.registration = "--invitations"
        self.server.start()
        self.machine.start_keyring()
        server = ("--server", self.server.address)
        self.assertIn("--invitation", self.machine.account("register", EMAIL, *server).stderr)
        made = subprocess.run(
            [SERVER, "invite", "--database", self.folder / "accounts.sqlite"], capture_output=True, text=True)
        code = made.stdout.strip()
        done = self.machine.account("register", EMAIL, "--name", "Ada", *server, "--invitation", code)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = self.machine.account("register", "bob@example.org", *server, "--invitation", code)
        self.assertIn("already used", again.stderr)

    @fault("X02")
    def test_nothing_is_sent_to_a_server_with_an_untrusted_certificate(self):
        self.machine.start_keyring()
        done = self.machine.account("register", EMAIL, "--server", self.server.address, trusts=False)
        self.assertEqual(done.returncode, 69)
        self.assertIn("secure connection", done.stderr)
        plain = self.machine.account("sign-in", EMAIL, "--server", "http://kurs.example.org")
        self.assertEqual(plain.returncode, 64)
        self.assertEqual(self.server.count("register"), 0)

    def test_the_session_is_renewed_after_a_reboot(self):
        self.register()
        before = self.machine.kind("session")
        self.machine.boot = "second-boot"
        self.assertEqual(self.machine.status()["state"], "signed-in")
        self.assertEqual(self.server.count("login/refresh"), 1)
        after = self.machine.kind("session")
        self.assertEqual(len(after), 1)
        self.assertNotEqual(tokens(before[0])[0], tokens(after[0])[0])

    @fault("A14")
    def test_many_simultaneous_programs_renew_the_session_once(self):
        self.register()
        self.machine.boot = "second-boot"
        running = [
            subprocess.Popen(self.machine.command("status"), env=self.machine.environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, text=True) for _ in range(6)]
        said = [process.communicate(timeout=60)[0] for process in running]
        self.assertEqual([process.returncode for process in running], [0] * 6, said)
        self.assertEqual(self.server.count("login/refresh"), 1)

    @fault("A14")
    def test_without_a_runtime_folder_many_programs_renew_the_session_once(self):
        self.register()
        environment = {name: value for name, value in self.machine.environment.items() if name != "XDG_RUNTIME_DIR"}
        for boot in range(3):
            self.machine.boot = f"boot-{boot}"
            running = [
                subprocess.Popen(self.machine.command("status"), env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, text=True) for _ in range(4)]
            said = [process.communicate(timeout=60)[0] for process in running]
            self.assertEqual([process.returncode for process in running], [0] * 4, said)
        self.assertEqual(self.server.count("login/refresh"), 3)
        self.assertEqual(self.machine.status()["state"], "signed-in")

    @fault("A12", "A13")
    def test_killing_kurs_while_it_renews_the_session_does_not_sign_out(self):
        self.register()
        numbers = random.Random(6)
        for boot in range(25):
            self.machine.boot = f"boot-{boot}"
            process = subprocess.Popen(
                self.machine.command("status"), env=self.machine.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(numbers.uniform(0.02, 0.35))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.machine.boot = "last-boot"
        self.assertEqual(self.machine.status()["state"], "signed-in")

    @fault("B05")
    def test_if_member_and_thief_use_the_same_token_both_sessions_end(self):
        self.register()
        refresh, _ = tokens(self.machine.kind("session")[0])
        status, stolen = self.server.ask("/api/v1/member/login/refresh/", {"refresh_token": refresh})
        self.assertEqual(status, 200)
        thief = stolen["data"]["access_token"]
        self.assertEqual(self.server.ask("/api/v1/member/profile/", {}, thief)[0], 200)
        self.machine.boot = "second-boot"
        done = self.machine.account("status")
        self.assertIn("two computers at once", done.stdout)
        self.assertEqual(self.machine.items(), [])
        self.assertEqual(self.server.ask("/api/v1/member/profile/", {}, thief)[0], 401)

    @fault("A06")
    def test_after_a_session_ends_only_a_valid_stored_password_keeps_the_data(self):
        self.register("--keep-password")
        _, access = tokens(self.machine.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.machine.boot = "second-boot"
        self.assertEqual(self.machine.status()["state"], "signed-in")
        self.assertEqual(self.server.count("login/email"), 1)
        _, access = tokens(self.machine.kind("session")[0])
        changed = {"old": PASSWORD, "new": "another password"}
        self.assertEqual(self.server.ask("/api/v1/member/password/", changed, access)[0], 200)
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.machine.boot = "third-boot"
        self.assertIn("password has changed", self.machine.account("status").stdout)
        self.assertEqual(self.machine.items(), [])
        self.assertEqual(self.machine.status()["members"], [])

    def test_the_account_status_contacts_the_server_even_with_a_valid_token(self):
        self.register()
        _, access = tokens(self.machine.kind("session")[0])
        self.assertEqual(self.server.ask("/api/v1/member/logout/", {"everywhere": True}, access)[0], 200)
        self.assertIn("the account server signed you out", self.machine.account("status").stdout)
        self.assertEqual(self.machine.items(), [])

    def test_an_unreachable_server_does_not_sign_the_member_out(self):
        self.register()
        self.server.stop()
        self.machine.boot = "second-boot"
        done = self.machine.account("status", "--json")
        self.assertEqual(done.returncode, 1)
        state = json.loads(done.stdout)
        self.assertEqual((state["state"], state["member"]["email"]), ("offline", EMAIL))
        self.server.start()
        self.assertEqual(self.machine.status()["state"], "signed-in")

    def test_a_locked_keyring_is_reported_and_loses_no_data(self):
        self.register()
        self.machine.lock_keyring()
        state = self.machine.status()
        self.assertEqual((state["state"], state["member"]["email"]), ("locked", EMAIL))
        self.assertEqual([member["email"] for member in state["members"]], [EMAIL])

    def test_signing_out_with_a_locked_keyring_is_finished_after_unlocking(self):
        self.register()
        _, access = tokens(self.machine.kind("session")[0])
        self.machine.lock_keyring()
        kept = self.machine.account("sign-out", "--keep-data")
        self.assertEqual((kept.returncode, kept.stdout), (69, ""))
        self.assertIn("keyring is locked", kept.stderr)
        self.assertEqual(self.machine.status()["state"], "locked")
        done = self.machine.account("sign-out")
        self.assertEqual((done.returncode, done.stdout), (69, ""))
        self.assertIn("keyring is locked", done.stderr)
        self.machine.unlock_keyring()
        self.assertEqual(self.machine.status()["members"], [])
        self.assertEqual(self.machine.items(), [])
        self.assertEqual(self.server.ask("/api/v1/member/profile/", {}, access)[0], 401)

    def test_a_keyring_before_its_first_unlock_is_reported_as_locked(self):
        self.register()
        self.machine.stop_keyring()
        self.machine.start_daemon([])
        state = self.machine.status()
        self.assertEqual((state["state"], state["member"]["email"]), ("locked", EMAIL))
        self.assertIn("keyring is locked", self.machine.account("status").stdout)
        self.machine.unlock_keyring()
        self.assertEqual(self.machine.status()["state"], "signed-in")

    def test_signing_in_again_after_an_incomplete_sign_out_keeps_the_data(self):
        self.register()
        self.machine.lock_keyring()
        self.assertEqual(self.machine.account("sign-out").returncode, 69)
        self.machine.unlock_keyring()
        done = self.machine.account("sign-in", EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.machine.status()["state"], "signed-in")

    @fault("A18")
    def test_without_a_keyring_kurs_warns_that_the_sign_in_is_not_saved(self):
        done = self.machine.account("register", EMAIL, "--server", self.server.address)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("You are signed out when this command ends", done.stderr)
        started = time.monotonic()
        state = self.machine.status()
        # Waiting for a bus would take 25 seconds. Even on a busy computer, the rest takes less than five.
        self.assertLess(time.monotonic() - started, 5)
        self.assertEqual((state["state"], state["member"]["email"]), ("no-keyring", EMAIL))

    @fault("A34")
    def test_data_of_several_members_is_kept_separately(self):
        self.register()
        self.assertEqual(
            self.machine.account("register", "bob@example.org", "--server", self.server.address).returncode, 0)
        self.assertIn(EMAIL, self.machine.account("switch", EMAIL).stdout)
        self.assertEqual(self.machine.status()["member"]["email"], EMAIL)
        self.assertEqual(self.machine.account("switch", "none").returncode, 0)
        self.assertEqual(self.machine.status()["member"], None)
        self.assertEqual(self.machine.account("switch", "eve@example.org").returncode, 64)

    def test_another_spelling_of_server_and_email_address_gives_the_same_account(self):
        self.register()
        spelled = self.server.address.replace("https", "HTTPS").replace("localhost", "LocalHost") + "//"
        done = self.machine.account("sign-in", EMAIL.upper(), "--server", spelled)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.machine.status()["members"]), 1)
        self.assertEqual(self.machine.account("switch", EMAIL.title(), "--server", spelled).returncode, 0)

    @fault("X05", "X07", "X18", "B06")
    def test_secrets_are_in_the_keyring_and_nowhere_else(self):
        self.machine.start_keyring()
        process = subprocess.Popen(
            self.machine.command("register", EMAIL, "--server", self.server.address, "--keep-password"),
            env=self.machine.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        process.stdin.write(PASSWORD + "\n")
        process.stdin.flush()
        seen = b""
        while process.poll() is None:
            for name in ("cmdline", "environ"):
                for path in pathlib.Path("/proc").glob(f"[0-9]*/{name}"):
                    try:
                        seen += path.read_bytes()
                    except OSError:
                        pass
        said = "".join(process.communicate())
        refresh, access = tokens(self.machine.kind("session")[0])
        self.assertEqual(self.machine.kind("password"), [PASSWORD])
        self.machine.boot = "second-boot"
        said += self.machine.account("status", "--json").stdout
        renewed = tokens(self.machine.kind("session")[0])
        secrets = [PASSWORD, refresh, access, *renewed]
        for attributes, label, _ in self.machine.items():
            for word in (*secrets, EMAIL, "localhost"):
                self.assertNotIn(word, json.dumps(attributes) + label)
        files = [path for name in ("data", "cache", "config", "run") for path in (self.folder / name).rglob("*")
                 if path.is_file()]
        files += [self.server.log, *self.folder.glob("accounts.sqlite*")]
        self.assertTrue(any(path.name == "person.sqlite" for path in files))
        for secret in secrets:
            self.assertGreaterEqual(len(secret), 16)
            self.assertNotIn(secret, said)
            self.assertNotIn(secret.encode(), seen)
            for path in files:
                self.assertNotIn(secret.encode(), path.read_bytes(), path)
