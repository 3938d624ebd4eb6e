"""An identity provider by PySAML2, for one exchange. Reads JSON from standard input and writes JSON to standard output."""

import json
import logging
import os
import sys
import tempfile

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import RSACrypto, verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, DIGEST_SHA512, SIG_RSA_SHA256, SIG_RSA_SHA512

logging.disable(logging.CRITICAL)
task = json.load(sys.stdin)
folder = tempfile.mkdtemp()


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def config(**extra):
    base = {
        "entityid": task["entityId"],
        "key_file": write("idp.key", task["privateKey"]),
        "cert_file": write("idp.crt", task["certificate"]),
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "service": {
            "idp": {
                "endpoints": {
                    "single_sign_on_service": [(task["ssoUrl"], BINDING_HTTP_REDIRECT)],
                    "single_logout_service": [(task["sloUrl"], BINDING_HTTP_REDIRECT)],
                },
                "policy": {"default": {"lifetime": {"minutes": 15}}},
                # This version looks for signatures inside messages only, so the one of the query is verified below.
                "want_authn_requests_signed": task["do"] == "metadata",
            }
        },
    }
    return IdPConfig().load({**base, **extra})


if task["do"] == "metadata":
    print(json.dumps({"metadata": str(entity_descriptor(config()))}))
    sys.exit()

server = Server(config=config(metadata={"local": [write("sp.xml", task["spMetadata"])]}))
fields = task["query"]
certificate = "".join(task["spCertificate"].split("-----")[2].split())
is_signed = verify_redirect_signature(fields, RSACrypto(None), cert=certificate)

if task["do"] == "login":
    request = server.parse_authn_request(fields["SAMLRequest"], BINDING_HTTP_REDIRECT).message
    arguments = server.response_args(request)
    response = server.create_authn_response(
        identity=task["attributes"],
        in_response_to=request.id,
        destination=arguments["destination"],
        sp_entity_id=arguments["sp_entity_id"],
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=task["nameId"]),
        authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport", "authn_auth": ""},
        sign_response=task["signResponse"],
        sign_assertion=task["signAssertion"],
        sign_alg=SIG_RSA_SHA512 if task["strong"] else SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA512 if task["strong"] else DIGEST_SHA256,
    )
    print(json.dumps({"isSigned": is_signed, "requestId": request.id, "response": str(response)}))

if task["do"] == "logout":
    request = server.parse_logout_request(fields["SAMLRequest"], BINDING_HTTP_REDIRECT).message
    response = server.create_logout_response(
        request, bindings=[BINDING_HTTP_POST], sign=True, sign_alg=SIG_RSA_SHA256, digest_alg=DIGEST_SHA256
    )
    print(
        json.dumps(
            {
                "isSigned": is_signed,
                "nameId": request.name_id.text,
                "sessions": [index.text for index in request.session_index],
                "response": str(response),
            }
        )
    )
