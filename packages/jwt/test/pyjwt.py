"""Verifies tokens with PyJWT, as a service in Python would: by the key set of the issuer, with the keys it names."""

import json
import sys

import jwt

task = json.load(sys.stdin)
keys = jwt.PyJWKClient(task["jwksURL"])
results = []
for one in task["tokens"]:
    try:
        claims = jwt.decode(
            one["token"],
            keys.get_signing_key_from_jwt(one["token"]).key,
            algorithms=one["algorithms"],
            issuer=task["issuer"],
            audience=one["audience"],
            leeway=5,
            options={"require": ["exp", "iat", "iss", "aud"]},
        )
        results.append({"claims": claims})
    except jwt.PyJWTError as error:
        results.append({"error": type(error).__name__})
json.dump(results, sys.stdout)
