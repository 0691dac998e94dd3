#!/bin/sh
# A token signed with Ed25519 has two names for its algorithm, and none of them is read by both PyJWT and joserfc as these are installed.
#
# PyJWT 2.15.1 and joserfc 1.8.0 (PyPI), with Python 3.9 or newer, on Linux x64, seen 2026-11-29.
#
# RFC 8037 calls the algorithm `EdDSA`, RFC 9864 deprecates that name and calls it `Ed25519`. A confident guess is that one of the two, the old one for old
# libraries or the new one for new ones, works everywhere without settings. Seen instead: PyJWT knows the old name alone, and joserfc, which warns that the
# old one is deprecated, reads neither before the caller has named it: the new one is "not recommended" too. Python's Authlib points its users to joserfc.
# Whoever publishes credentials signs with `EdDSA`, and tells readers with joserfc to pass `algorithms=["EdDSA"]`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv tool
tool/bin/pip -q install PyJWT==2.15.1 joserfc==1.8.0 cryptography==50.0.2
cat >read.py <<'PY'
import base64, json, warnings

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc import jwt as joserfc
from joserfc.jwk import OKPKey

warnings.simplefilter("ignore")
private = Ed25519PrivateKey.generate()
public = private.public_key()


def text(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def signed(algorithm):
    parts = [text(json.dumps(part).encode()) for part in ({"alg": algorithm, "typ": "JWT"}, {"iss": "did:web:shop.example", "exp": 4000000000})]
    return ".".join([*parts, text(private.sign(".".join(parts).encode()))])


def seen(read):
    try:
        read()
        return "read"
    except Exception as error:
        return type(error).__name__


key = OKPKey.import_key({"kty": "OKP", "crv": "Ed25519", "x": text(public.public_bytes_raw())})
for name in ("EdDSA", "Ed25519"):
    token = signed(name)
    print(name, "PyJWT:", seen(lambda: jwt.decode(token, public, algorithms=["EdDSA", "Ed25519"])))
    print(name, "joserfc:", seen(lambda: joserfc.decode(token, key)))
    print(name, "joserfc, named:", seen(lambda: joserfc.decode(token, key, algorithms=[name])))
PY
cat >expected <<'TXT'
EdDSA PyJWT: read
EdDSA joserfc: UnsupportedAlgorithmError
EdDSA joserfc, named: read
Ed25519 PyJWT: InvalidAlgorithmError
Ed25519 joserfc: UnsupportedAlgorithmError
Ed25519 joserfc, named: read
TXT
tool/bin/python read.py | tee seen
diff expected seen
