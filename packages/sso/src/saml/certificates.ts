/**
 * Identity providers' certificates. They're trusted because an admin configured them, so only their keys and dates
 * matter.
 */

import { type KeyObject, X509Certificate } from "node:crypto";
import { isStrongKey } from "./algorithms.ts";
import { reject } from "./errors.ts";

/** A configured certificate. */
export interface Certificate {
  /** The certificate in DER, as base64. */
  readonly base64: string;
  readonly key: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Uppercase hex with colons. */
  readonly fingerprint: string;
}

/**
 * Reads a certificate, as PEM or as bare base64.
 * @throws {SamlError} `SAML_INVALID_CERTIFICATE` if it can't be read, or its key is weaker than RSA with 2048 bits
 */
export function readCertificate(text: string): Certificate {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, "").replace(/\s+/g, "");
  if (base64 === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) reject("SAML_INVALID_CERTIFICATE", "not base64");
  const certificate = parse(Buffer.from(base64, "base64"));
  const key = certificate.publicKey;
  if (!isStrongKey(key)) reject("SAML_INVALID_CERTIFICATE", "the key is too weak, or its type isn't supported");
  return {
    base64,
    key,
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  };
}

/**
 * Reads one or more certificates from a PEM string, or from a list. Removes duplicates.
 * @throws {SamlError} `SAML_INVALID_CERTIFICATE` if one can't be read, or there are none
 */
export function readCertificates(source: string | readonly string[]): readonly Certificate[] {
  const texts = [source].flat().flatMap((text) => text.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g) ?? [text]);
  const found = new Map(texts.map(readCertificate).map((certificate) => [certificate.fingerprint, certificate]));
  if (found.size === 0) reject("SAML_INVALID_CERTIFICATE", "there are no certificates");
  return [...found.values()];
}

/** Whether signatures made with the certificate's key are accepted at this time. */
export function isValidAt({ notBefore, notAfter }: Certificate, now: Date): boolean {
  return notBefore <= now && now <= notAfter;
}

function parse(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    return reject("SAML_INVALID_CERTIFICATE", "it isn't a certificate");
  }
}
