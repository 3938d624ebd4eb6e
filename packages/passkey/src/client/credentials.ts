/**
 * Converts browser credentials to JSON and back. Doesn't use `toJSON`, because some password managers replace the
 * browser's objects with ones whose `toJSON` throws.
 */

import type {
  AuthenticationOptions,
  AuthenticationResponse,
  CredentialDescriptor,
  RegistrationOptions,
  RegistrationResponse,
} from "../webauthn/json.ts";

/** The options that a browser accepts for either ceremony. */
export type PublicKeyOptions = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));

const urlSafe: Readonly<Record<string, string>> = { "+": "-", "/": "_", "=": "" };

const toText = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+/=]/g, (character) => urlSafe[character] as string);

const decodeIds = (credentials?: readonly CredentialDescriptor[]) =>
  credentials?.map((one) => ({ ...one, id: toBytes(one.id) }));

/** Converts the server's options for either ceremony. */
export function toPublicKey(options: Partial<RegistrationOptions & AuthenticationOptions>): PublicKeyOptions {
  const { challenge = "", user, excludeCredentials, allowCredentials } = options;
  return {
    ...(options as object),
    challenge: toBytes(challenge),
    user: user && { ...user, id: toBytes(user.id) },
    excludeCredentials: decodeIds(excludeCredentials),
    allowCredentials: decodeIds(allowCredentials),
  } as unknown as PublicKeyOptions;
}

/** Converts the browser's result from either ceremony. */
export function toResponse(credential: Credential | null): RegistrationResponse | AuthenticationResponse {
  const { id, type, response } = credential as PublicKeyCredential;
  const parts = response as unknown as Readonly<Record<string, ArrayBuffer | undefined>> &
    Partial<AuthenticatorAttestationResponse>;
  const fields: Record<string, unknown> = { transports: parts.getTransports?.() };
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    const part = parts[name];
    if (part) fields[name] = toText(part);
  }
  return { id, rawId: id, type, response: fields } as unknown as RegistrationResponse;
}
