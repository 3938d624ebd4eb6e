/** Creates sign-in requests. */

import { randomBytes } from "node:crypto";
import { formatTime } from "./times.ts";
import { element } from "./xml/build.ts";
import { namespaces } from "./xml/namespaces.ts";

/** A sign-in request. */
export interface AuthnRequest {
  /** The request's ID, from {@link createMessageId}. */
  readonly id: string;
  readonly now: Date;
  /** The identity provider's URL. */
  readonly destination: string;
  /** This service provider's entity ID. */
  readonly issuer: string;
  readonly acsUrl: string;
  /** The format of the name ID to request. */
  readonly nameIdFormat?: string;
  /** Whether the user has to sign in again even if they're already signed in at the identity provider. */
  readonly forceAuthn?: boolean;
  /** The email that the user entered, for identity providers that can prefill it. */
  readonly loginHint?: string;
}

/** Returns a new ID with 160 random bits. IDs in XML can't start with a digit. */
export function createMessageId(): string {
  return `_${randomBytes(20).toString("hex")}`;
}

/** Writes an `AuthnRequest`. */
export function createAuthnRequest(request: AuthnRequest): string {
  const { id, now, destination, issuer, acsUrl, nameIdFormat, forceAuthn, loginHint } = request;
  const subject = element(
    "saml:Subject",
    {},
    {
      children: [element("saml:NameID", { Format: emailFormat }, { text: loginHint ?? "" })],
    },
  );
  return element(
    "samlp:AuthnRequest",
    {
      "xmlns:samlp": namespaces.protocol,
      "xmlns:saml": namespaces.assertion,
      ID: id,
      Version: "2.0",
      IssueInstant: formatTime(now),
      Destination: destination,
      AssertionConsumerServiceURL: acsUrl,
      ProtocolBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
      ForceAuthn: forceAuthn ? "true" : undefined,
    },
    {
      children: [
        element("saml:Issuer", {}, { text: issuer }),
        ...(loginHint === undefined ? [] : [subject]),
        element("samlp:NameIDPolicy", { Format: nameIdFormat, AllowCreate: "true" }),
      ],
    },
  );
}

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
