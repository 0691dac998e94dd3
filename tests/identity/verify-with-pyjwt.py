# Judges a vc+jwt credential with PyJWT alone; the document and the list are in the file that is named, as they were fetched.
import base64, gzip, json, sys
from datetime import datetime, timezone
import jwt

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
with open(sys.argv[1]) as file:
    given = json.load(file)
now = datetime.fromisoformat(given["now"])


def key_of(key_id):
    method = next(one for one in given["document"]["verificationMethod"] if one["id"] == key_id)
    number = 0
    for character in method["publicKeyMultibase"][1:]:
        number = number * 58 + ALPHABET.index(character)
    raw = number.to_bytes(34, "big")[2:]
    x = base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
    return jwt.PyJWK({"kty": "OKP", "crv": "Ed25519", "x": x, "alg": "EdDSA"})


def read(token):
    header = jwt.get_unverified_header(token)
    if header.get("typ") != "vc+jwt":
        raise ValueError("not a vc+jwt")
    # The clock of the test is not that of the machine.
    options = {"require": ["iss", "iat", "nbf"], "verify_exp": False, "verify_nbf": False, "verify_iat": False}
    claims = jwt.decode(token, key_of(header["kid"]), algorithms=["EdDSA"], options=options)
    if claims["iss"] != claims["issuer"] or not header["kid"].startswith(claims["iss"] + "#"):
        raise ValueError("iss, issuer and kid differ")
    if now.timestamp() < claims["nbf"]:
        raise ValueError("not valid yet")
    if "exp" in claims and now.timestamp() >= claims["exp"]:
        raise ValueError("expired")
    if "exp" in claims and datetime.fromisoformat(claims["validUntil"]).timestamp() != claims["exp"]:
        raise ValueError("exp and validUntil differ")
    return claims


try:
    credential = read(given["jwt"])
    entry, published = credential["credentialStatus"], read(given["list"])
    if published["issuer"] != credential["issuer"] or published["id"] != entry["statusListCredential"]:
        raise ValueError("status list of another issuer")
    encoded = published["credentialSubject"]["encodedList"]
    bits = gzip.decompress(base64.urlsafe_b64decode(encoded[1:] + "=" * (-len(encoded[1:]) % 4)))
    index = int(entry["statusListIndex"])
    if bits[index // 8] >> (7 - index % 8) & 1:
        raise ValueError("revoked")
    print("valid")
except Exception as error:
    print(f"refused: {error}")
