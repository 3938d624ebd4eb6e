/**
 * The HTTP redirect binding. Messages are compressed in a URL's query, and the signature covers the query as it's sent.
 * See section 3.4 of the SAML 2.0 bindings specification.
 */

import type { KeyObject } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { rsaSha256, signatureMethods, signRsaSha256, verifyWith } from "./algorithms.ts";
import { isValidAt } from "./certificates.ts";
import { decodeText } from "./encoding.ts";
import { reject, SamlError } from "./errors.ts";
import type { TrustedKeys } from "./signature.ts";

/** The parameter that a message is sent in. */
export type MessageParameter = "SAMLRequest" | "SAMLResponse";

/** A message to send. */
export interface RedirectMessage {
  /** The receiver's URL. */
  readonly destination: string;
  readonly parameter: MessageParameter;
  readonly xml: string;
  readonly relayState?: string;
  /** The key to sign the message with. Without it, the message isn't signed. */
  readonly privateKey?: KeyObject;
}

const maxInflatedBytes = 65_536;

/** Returns the URL for a message. */
export function redirectURL({ destination, parameter, xml, relayState, privateKey }: RedirectMessage): string {
  const fields: [string, string][] = [[parameter, deflateRawSync(xml).toString("base64")]];
  if (relayState !== undefined) fields.push(["RelayState", relayState]);
  if (privateKey) fields.push(["SigAlg", rsaSha256]);
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const signature = privateKey ? `&Signature=${encodeURIComponent(signRsaSha256(query, privateKey))}` : "";
  return `${destination}${destination.includes("?") ? "&" : "?"}${query}${signature}`;
}

/** A message from a URL. */
export interface ReceivedMessage {
  readonly parameter: MessageParameter;
  readonly xml: string;
  readonly relayState: string | undefined;
}

/**
 * Reads a signed message from a query.
 * @param query as it was sent, without the question mark. The signature covers its exact spelling.
 * @throws {SamlError} `SAML_SIGNATURE_INVALID` if it isn't signed with a valid certificate's key, `SAML_INVALID_XML`
 * unless it has exactly one message, or if a parameter appears twice, and `SAML_INVALID_ENCODING` if it can't be
 * decompressed to at most 64 kB
 */
export function readRedirect(query: string, keys: TrustedKeys): ReceivedMessage {
  const fields = rawFields(query);
  const parameters = (["SAMLRequest", "SAMLResponse"] as const).filter((name) => fields.has(name));
  const [parameter, second] = parameters;
  if (!parameter || second) return reject("SAML_INVALID_XML", "it doesn't have exactly one message");
  checkQuerySignature(fields, parameter, keys);
  const relayState = fields.get("RelayState");
  return {
    parameter,
    xml: inflate(decode(fields.get(parameter) ?? "")),
    relayState: relayState === undefined ? undefined : decode(relayState),
  };
}

/** Returns the fields as they're spelled in the query. Rejects a repeated field, which would be ambiguous. */
function rawFields(query: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of query.split("&")) {
    const split = part.indexOf("=");
    const name = split < 0 ? part : part.slice(0, split);
    if (fields.has(name)) reject("SAML_INVALID_XML", "a parameter appears twice");
    fields.set(name, split < 0 ? "" : part.slice(split + 1));
  }
  return fields;
}

function checkQuerySignature(fields: ReadonlyMap<string, string>, parameter: string, keys: TrustedKeys): void {
  const algorithm = decode(fields.get("SigAlg") ?? "");
  const signature = Buffer.from(decode(fields.get("Signature") ?? ""), "base64");
  const method = signatureMethods.find(({ uri }) => uri === algorithm);
  if (!method || signature.length === 0)
    throw new SamlError("SAML_SIGNATURE_INVALID", "it isn't signed, or is signed with a weak algorithm");
  const signed = [parameter, "RelayState", "SigAlg"]
    .filter((name) => fields.has(name))
    .map((name) => `${name}=${fields.get(name)}`)
    .join("&");
  const isSigned = keys.certificates
    .filter((certificate) => isValidAt(certificate, keys.now))
    .some(({ key }) => verifyWith(method, Buffer.from(signed), key, signature));
  if (!isSigned) reject("SAML_SIGNATURE_INVALID", "no valid certificate verifies it");
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return reject("SAML_INVALID_ENCODING");
  }
}

function inflate(base64: string): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) reject("SAML_INVALID_ENCODING");
  try {
    return decodeText(inflateRawSync(Buffer.from(base64, "base64"), { maxOutputLength: maxInflatedBytes }));
  } catch {
    return reject("SAML_INVALID_ENCODING", "it can't be decompressed, or is too long");
  }
}
