# SPDX-License-Identifier: GPL-3.0-or-later
"""A small identity provider (OpenID Connect) on the loopback, and a browser that follows redirects."""
import base64
import functools
import hashlib
import http.server
import json
import secrets
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@functools.cache
def rsa_key():
    """Returns one key for all providers of this process, because finding primes takes long."""
    command = ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    return subprocess.run(command, check=True, capture_output=True).stdout


class IdentityProvider:
    """A provider that signs ID tokens with RS256 by openssl. Each code works once, for one verifier and one address."""

    CLIENT = "kurs-at-home"

    def __init__(self, folder):
        self.key = folder / "provider-key.pem"
        self.key.write_bytes(rsa_key())
        modulus = subprocess.check_output(["openssl", "rsa", "-in", self.key, "-noout", "-modulus"], text=True)
        self.modulus = bytes.fromhex(modulus.strip().removeprefix("Modulus="))
        self.claims = {"sub": "ada", "email": "ada@example.org", "email_verified": True, "name": "Ada"}
        self.document = {}
        # The answer to the request: "code", "denied", "error" or "strange".
        self.person = "code"
        self.questions = []
        self.redeemed = []
        self.codes = {}
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path, _, query = self.path.partition("?")
                if path == "/authorize":
                    self.send_response(302)
                    self.send_header("Location", provider.authorize(urllib.parse.parse_qs(query, strict_parsing=True)))
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                else:
                    document = {"/.well-known/openid-configuration": provider.configuration, "/keys": provider.keys}
                    self.answer(200, document[path]()) if path in document else self.answer(404, {})

            def do_POST(self):
                form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self.answer(*provider.redeem({name: values[0] for name, values in form.items()}))

            def answer(self, status, document):
                body = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def issuer(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def configuration(self):
        return {"issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
                "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/keys",
                "code_challenge_methods_supported": ["plain", "S256"]} | self.document

    def keys(self):
        return {"keys": [{"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256", "e": "AQAB",
                          "n": encoded(self.modulus)}]}

    def authorize(self, query):
        """Returns the address to which the browser goes next."""
        question = {name: values[0] for name, values in query.items()}
        assert all(len(values) == 1 for values in query.values()), query
        assert question["client_id"] == self.CLIENT and question["response_type"] == "code", question
        assert question["code_challenge_method"] == "S256" and "openid" in question["scope"].split(), question
        self.questions.append(question)
        code = secrets.token_urlsafe(32)
        self.codes[code] = question
        answer = {"code": {"code": code, "state": question["state"], "iss": self.issuer},
                  "denied": {"error": "access_denied", "state": question["state"]},
                  "error": {"error": "server_error", "state": question["state"]},
                  "strange": {"code": code, "state": "made-up"}}[self.person]
        return question["redirect_uri"] + "?" + urllib.parse.urlencode(answer)

    def redeem(self, form):
        self.redeemed.append(form)
        question = self.codes.pop(form.get("code"), None)
        challenge = encoded(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if (form.get("grant_type") != "authorization_code" or form.get("client_id") != self.CLIENT or not question
                or question["redirect_uri"] != form.get("redirect_uri") or question["code_challenge"] != challenge):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": self.CLIENT, "iat": now, "exp": now + 300, "nonce": question["nonce"]}
        return 200, {"access_token": "of no use here", "token_type": "Bearer", "id_token": self.token(claims | self.claims)}

    def token(self, claims):
        parts = [{"alg": "RS256", "kid": "one"}, claims]
        signed = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.key], input=signed.encode(),
                                   capture_output=True, check=True).stdout
        return f"{signed}.{encoded(signature)}"


def browse(address):
    """Follows all redirects from an address. Returns status and page of the last one."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
