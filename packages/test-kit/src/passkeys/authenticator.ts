/**
 * A virtual authenticator. It creates and uses passkeys like a browser with an authenticator. Each part of a response
 * can be changed, to test what a server rejects.
 */

import { randomBytes, sha256, toBase64Url, utf8 } from "@latchkey/core/crypto";
import { type CborInput, encodeCbor } from "./cbor.ts";
import { createSigningKey, type KeyAlgorithm, type SigningKey } from "./keys.ts";

/** The options for a new passkey that the authenticator reads. */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

/** The options for using a passkey that the authenticator reads. */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials?: readonly { readonly id: string }[] | undefined;
}

/** What to change in a response. */
export interface ResponseChanges {
  readonly origin?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly rpID?: string;
  /** Additional keys of the client data, such as `crossOrigin`. */
  readonly clientData?: Readonly<Record<string, unknown>>;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly counter?: number;
  /** `null` omits it. */
  readonly userHandle?: string | null;
  /** A different id than the passkey's. */
  readonly id?: string;
  readonly aaguid?: string;
  readonly transports?: readonly string[];
  /** Extension data, which the authenticator signs. */
  readonly extensions?: ReadonlyMap<string, CborInput>;
  /** A different COSE key than the passkey's. */
  readonly coseKey?: ReadonlyMap<number | string, CborInput>;
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, CborInput> };
  /** Changes the authenticator data before it's signed. */
  readonly authenticatorData?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

/** A response to a registration, as JSON. */
export interface CreationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
  readonly clientExtensionResults: object;
}

/** A response to a sign-in, as JSON. */
export interface RequestResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
  readonly clientExtensionResults: object;
}

/** A passkey in the authenticator. */
export interface VirtualPasskey {
  /** Base64url. */
  readonly id: string;
  readonly rpID: string;
  readonly userHandle: string;
  readonly key: SigningKey;
  counter: number;
}

/** A virtual authenticator. */
export interface VirtualAuthenticator {
  readonly passkeys: VirtualPasskey[];
  /** Creates a passkey. */
  create(options: CreationOptions, changes?: ResponseChanges): Promise<CreationResponse>;
  /** Signs in with the newest passkey that the options allow. @throws {Error} if there is none */
  get(options: RequestOptions, changes?: ResponseChanges): Promise<RequestResponse>;
}

/** The authenticator's defaults, which a call can override. */
export interface VirtualAuthenticatorOptions {
  /** The page's origin. */
  readonly origin: string;
  /** Default: ES256. */
  readonly algorithm?: KeyAlgorithm;
  /** Whether passkeys are synced. Synced ones have no counter. Default: false. */
  readonly isSynced?: boolean;
  /** Default: true. */
  readonly userVerified?: boolean;
  readonly aaguid?: string;
}

const noAaguid = "00000000-0000-0000-0000-000000000000";

/** Creates an authenticator without passkeys. */
export function createVirtualAuthenticator(options: VirtualAuthenticatorOptions): VirtualAuthenticator {
  const { origin, algorithm = -7, isSynced = false, userVerified = true, aaguid = noAaguid } = options;
  const passkeys: VirtualPasskey[] = [];
  const defaults: ResponseChanges = {
    origin,
    userVerified,
    backupEligible: isSynced,
    backedUp: isSynced,
    aaguid,
  };
  return {
    passkeys,
    async create({ challenge, rp, user, excludeCredentials = [] }, changes = {}) {
      if (passkeys.some(({ id }) => excludeCredentials.some((excluded) => excluded.id === id))) {
        throw new Error("InvalidStateError: the authenticator already has a passkey for this user.");
      }
      const key = await createSigningKey(algorithm);
      const id = toBase64Url(randomBytes(32));
      const passkey = { id, rpID: rp.id, userHandle: user.id, key, counter: isSynced ? 0 : 1 };
      passkeys.push(passkey);
      return creationResponse(passkey, challenge, { ...defaults, ...changes });
    },
    async get({ challenge, rpId, allowCredentials }, changes = {}) {
      const isAllowed = ({ id, rpID }: VirtualPasskey): boolean =>
        rpID === rpId && (!allowCredentials || allowCredentials.some((allowed) => allowed.id === id));
      const passkey = passkeys.findLast(isAllowed);
      if (!passkey) throw new Error("NotAllowedError: the authenticator has no such passkey.");
      if (!isSynced) passkey.counter += 1;
      return requestResponse(passkey, challenge, { ...defaults, ...changes });
    },
  };
}

function creationResponse(passkey: VirtualPasskey, challenge: string, changes: ResponseChanges): CreationResponse {
  const id = changes.id ?? passkey.id;
  const rawID = new Uint8Array(Buffer.from(id, "base64url"));
  const attested = Uint8Array.from([
    ...Buffer.from((changes.aaguid ?? noAaguid).replaceAll("-", ""), "hex"),
    rawID.length >> 8,
    rawID.length & 255,
    ...rawID,
    ...encodeCbor(changes.coseKey ?? passkey.key.cose),
  ]);
  const authData = authenticatorData(passkey, changes, attested);
  const { format = "none", statement = new Map() } = changes.attestation ?? {};
  const attestationObject = encodeCbor(
    new Map<string, CborInput>([
      ["fmt", format],
      ["attStmt", statement],
      ["authData", authData],
    ]),
  );
  const response = {
    clientDataJSON: toBase64Url(clientData("webauthn.create", challenge, changes)),
    attestationObject: toBase64Url(attestationObject),
    transports: changes.transports ?? ["internal"],
  };
  return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
}

async function requestResponse(
  passkey: VirtualPasskey,
  challenge: string,
  changes: ResponseChanges,
): Promise<RequestResponse> {
  const id = changes.id ?? passkey.id;
  const client = clientData("webauthn.get", challenge, changes);
  const authData = authenticatorData(passkey, changes);
  const signature = await passkey.key.sign(Uint8Array.from([...authData, ...sha256(client)]));
  const userHandle = changes.userHandle === undefined ? passkey.userHandle : changes.userHandle;
  const response = {
    clientDataJSON: toBase64Url(client),
    authenticatorData: toBase64Url(authData),
    signature: toBase64Url(signature),
    ...(userHandle === null ? {} : { userHandle }),
  };
  return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
}

function clientData(type: string, challenge: string, changes: ResponseChanges): Uint8Array {
  const data = {
    type: changes.type ?? type,
    challenge: changes.challenge ?? challenge,
    origin: changes.origin,
    crossOrigin: false,
    ...changes.clientData,
  };
  return utf8(JSON.stringify(data));
}

function authenticatorData(
  { rpID, counter }: VirtualPasskey,
  changes: ResponseChanges,
  attested?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const { userPresent = true, userVerified, backupEligible, backedUp, extensions } = changes;
  const bits = [userPresent, false, userVerified, backupEligible, backedUp, false, attested, extensions];
  const count = changes.counter ?? counter;
  const bytes = Uint8Array.from([
    ...sha256(changes.rpID ?? rpID),
    bits.reduce<number>((flags, bit, at) => flags | (bit ? 1 << at : 0), 0),
    ...[24, 16, 8, 0].map((shift) => (count >>> shift) & 255),
    ...(attested ?? []),
    ...(extensions ? encodeCbor(extensions) : []),
  ]);
  return changes.authenticatorData?.(bytes) ?? bytes;
}
