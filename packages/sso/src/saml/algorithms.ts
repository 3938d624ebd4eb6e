/** The accepted XML signature algorithms. SHA-1, MD5, DSA, and HMAC aren't accepted. */

import {
  constants,
  createHash,
  type KeyLike,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from "node:crypto";
import type { HashAlgorithm, SignatureAlgorithm } from "xml-crypto";

/** The hash functions, as `node:crypto` spells them. */
type Hash = "sha256" | "sha384" | "sha512";

/** A signature algorithm. */
export interface SignatureMethod {
  readonly uri: string;
  readonly hash: Hash;
  readonly key: "rsa" | "ec";
  readonly padding?: "pss";
}

const more = "http://www.w3.org/2001/04/xmldsig-more#";
const pss = "http://www.w3.org/2007/05/xmldsig-more#";

/** Accepted signature methods. RFC 9231. */
export const signatureMethods: readonly SignatureMethod[] = (["sha256", "sha384", "sha512"] as const).flatMap(
  (hash): readonly SignatureMethod[] => [
    { uri: `${more}rsa-${hash}`, hash, key: "rsa" },
    { uri: `${pss}${hash}-rsa-MGF1`, hash, key: "rsa", padding: "pss" },
    { uri: `${more}ecdsa-${hash}`, hash, key: "ec" },
  ],
);

/** The method that this service provider signs messages with. */
export const rsaSha256: string = `${more}rsa-sha256`;

/** Accepted digest methods, by URI. */
export const digestMethods: Readonly<Record<string, Hash>> = {
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
  [`${more}sha384`]: "sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512": "sha512",
};

/** The transform that excludes the signature from the signed content. */
export const envelopedTransform = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/** The only accepted canonicalization. */
export const exclusiveC14n = "http://www.w3.org/2001/10/xml-exc-c14n#";

const curves: ReadonlySet<string | undefined> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/** Whether a public key is strong enough: RSA with 2048 bits, or a NIST curve. */
export function isStrongKey(key: KeyObject): boolean {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa") return modulusLength >= 2048 && modulusLength <= 8192;
  return key.asymmetricKeyType === "ec" && curves.has(namedCurve);
}

/** Verifies a signature. Returns `false` if the key's type doesn't match the method. */
export function verifyWith(method: SignatureMethod, bytes: Buffer, key: KeyObject, signature: Buffer): boolean {
  if (key.asymmetricKeyType !== method.key || !isStrongKey(key)) return false;
  return verifyBytes(method.hash, bytes, keyOptions(method, key), signature);
}

function keyOptions(method: SignatureMethod, key: KeyObject): Parameters<typeof verifyBytes>[2] {
  // XML signatures concatenate the two numbers of an ECDSA signature instead of encoding them in DER. RFC 4050, section
  // 3.3.
  if (method.key === "ec") return { key, dsaEncoding: "ieee-p1363" };
  if (method.padding !== "pss") return { key, padding: constants.RSA_PKCS1_PADDING };
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

/** Signs with RSA and SHA-256. */
export function signRsaSha256(text: string, privateKey: KeyLike): string {
  return signBytes("sha256", Buffer.from(text), privateKey).toString("base64");
}

/** Returns the accepted methods in xml-crypto's format, for verifying with one key. */
export function verifiersFor(key: KeyObject): Record<string, new () => SignatureAlgorithm> {
  return Object.fromEntries(signatureMethods.map((method) => [method.uri, verifierOf(method, key)]));
}

function verifierOf(method: SignatureMethod, key: KeyObject): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getAlgorithmName = (): string => method.uri;
    getSignature = (): never => {
      throw new Error("This algorithm can only verify signatures.");
    };
    verifySignature = (material: string, _: KeyLike, signature: string): boolean =>
      verifyWith(method, Buffer.from(material), key, Buffer.from(signature, "base64"));
  };
}

/** The accepted digests in xml-crypto's format. */
export const digestAlgorithms: Record<string, new () => HashAlgorithm> = Object.fromEntries(
  Object.entries(digestMethods).map(([uri, hash]) => [
    uri,
    class implements HashAlgorithm {
      getAlgorithmName = (): string => uri;
      getHash = (xml: string): string => createHash(hash).update(xml).digest("base64");
    },
  ]),
);
