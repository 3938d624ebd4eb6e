"""An identity provider by PySAML2. Reads one task as JSON from each line of standard input, and writes its result as a line."""

import base64
import json
import logging
import os
import sys
import tempfile
import traceback

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import RSACrypto, verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, DIGEST_SHA512, SIG_RSA_SHA256, SIG_RSA_SHA512

logging.disable(logging.CRITICAL)
bindings = {"redirect": BINDING_HTTP_REDIRECT, "post": BINDING_HTTP_POST}


def config(task, **extra):
    folder = tempfile.mkdtemp()

    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    if "spMetadata" in task:
        extra["metadata"] = {"local": [write("sp.xml", task["spMetadata"])]}
    base = {
        "entityid": task["entityId"],
        "key_file": write("idp.key", task["privateKey"]),
        "cert_file": write("idp.crt", task["certificate"]),
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "service": {
            "idp": {
                "endpoints": {
                    "single_sign_on_service": [(task["ssoUrl"], BINDING_HTTP_REDIRECT)],
                    "single_logout_service": [(task["sloUrl"], binding) for binding in bindings.values()],
                },
                "policy": {"default": {"lifetime": {"minutes": 15}}},
                # This version looks for signatures inside messages only, so the one of the query is verified below.
                "want_authn_requests_signed": task["do"] == "metadata",
            }
        },
    }
    return IdPConfig().load({**base, **extra})


def query_is_signed(task):
    certificate = "".join(task["spCertificate"].split("-----")[2].split())
    return verify_redirect_signature(task["query"], RSACrypto(None), cert=certificate)


def signing(task):
    """Signs the XML of forms. The signature of a URL is in its query."""
    is_form = task["binding"] == "post"
    return {"sign": is_form, **({"sign_alg": SIG_RSA_SHA256, "digest_alg": DIGEST_SHA256} if is_form else {})}


def sent(server, task, message, relay_state, name):
    if task["binding"] == "post":
        return {"form": {name: base64.b64encode(str(message).encode()).decode(), "RelayState": relay_state}}
    is_response = name == "SAMLResponse"
    http = server.apply_binding(
        BINDING_HTTP_REDIRECT, str(message), task["spSloUrl"], relay_state, is_response, sign=True, sigalg=SIG_RSA_SHA256
    )
    return {"url": dict(http["headers"])["Location"]}


def login(server, task):
    request = server.parse_authn_request(task["query"]["SAMLRequest"], BINDING_HTTP_REDIRECT).message
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
    return {"isSigned": query_is_signed(task), "requestId": request.id, "response": str(response)}


def answer_logout(server, task):
    fields = task["query"]
    request = server.parse_logout_request(fields["SAMLRequest"], BINDING_HTTP_REDIRECT).message
    response = server.create_logout_response(request, bindings=[bindings[task["binding"]]], **signing(task))
    return {
        "isSigned": query_is_signed(task),
        "nameId": request.name_id.text,
        "sessions": [index.text for index in request.session_index],
        **sent(server, task, response, fields.get("RelayState", ""), "SAMLResponse"),
    }


def start_logout(server, task):
    request_id, request = server.create_logout_request(
        destination=task["spSloUrl"],
        issuer_entity_id=task["entityId"],
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=task["nameId"]),
        session_indexes=task["sessions"],
        **signing(task),
    )
    return {"requestId": request_id, **sent(server, task, request, task["relayState"], "SAMLRequest")}


def finish_logout(server, task):
    answer = server.parse_logout_request_response(task["query"]["SAMLResponse"], BINDING_HTTP_REDIRECT)
    return {
        "isSigned": query_is_signed(task),
        "inResponseTo": answer.in_response_to,
        "issuer": answer.issuer(),
        "isSuccess": answer.status_ok(),
    }


tasks = {"login": login, "answer-logout": answer_logout, "start-logout": start_logout, "finish-logout": finish_logout}


def run(task):
    if task["do"] == "metadata":
        return {"metadata": str(entity_descriptor(config(task)))}
    return tasks[task["do"]](Server(config=config(task)), task)


for line in sys.stdin:
    try:
        result = run(json.loads(line))
    except Exception:
        result = {"error": traceback.format_exc()[-2000:]}
    print(json.dumps(result), flush=True)
