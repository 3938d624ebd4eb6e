/**
 * Creates key pairs with a self-signed certificate, because identity providers expect a service provider's key in this
 * format. */

import { generateKeyPair, type KeyObject, randomBytes, sign } from "node:crypto";
import { promisify } from "node:util";

/** This service provider's key pair. */
export interface KeyPair {
  /** The secret private key, as PKCS #8 in PEM. */
  readonly privateKey: string;
  /** X.509 in PEM. */
  readonly certificate: string;
}

/** The certificate's name and validity. */
export interface CertificateSubject {
  readonly commonName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Creates a 3072-bit RSA key pair and a self-signed certificate. */
export async function createKeyPair(subject: CertificateSubject): Promise<KeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 3072 });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: selfSignedCertificate(subject, privateKey, publicKey),
  };
}

/** Returns an X.509 certificate in PEM, signed with RSA and SHA-256. RFC 5280. */
export function selfSignedCertificate(
  subject: CertificateSubject,
  privateKey: KeyObject,
  publicKey: KeyObject,
): string {
  const algorithm = sequence(objectId(1, 2, 840, 113549, 1, 1, 11), tagged(0x05, Buffer.alloc(0)));
  const name = sequence(tagged(0x31, sequence(objectId(2, 5, 4, 3), tagged(0x0c, Buffer.from(subject.commonName)))));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    // A serial number must be positive.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(subject.notBefore), time(subject.notAfter)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.alloc(1), signature])));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Returns a value in DER, with its tag and its length. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

/** Encodes a time. RFC 5280 requires GeneralizedTime for 2050 and later, and doesn't allow it for earlier dates. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  const isUtcTime = date.getUTCFullYear() < 2050;
  return tagged(isUtcTime ? 0x17 : 0x18, Buffer.from(`${isUtcTime ? digits.slice(2) : digits}Z`));
}

function objectId(first: number, second: number, ...rest: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
