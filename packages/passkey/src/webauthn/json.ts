/** JSON that browsers and this server exchange, as defined by WebAuthn Level 3. */

/** Response from `/.well-known/webauthn`. WebAuthn Level 3, section 5.11. */
export interface RelatedOrigins {
  readonly origins: readonly string[];
}

/** A browser's response for a new passkey, as JSON. */
export interface RegistrationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** A browser's response for a sign-in, as JSON. */
export interface AuthenticationResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

/** Whether an authenticator must verify its user, with a PIN or biometrics. */
export type UserVerification = "required" | "preferred" | "discouraged";

/** A passkey that a browser can or must not use. */
export interface CredentialDescriptor {
  readonly id: string;
  readonly type: "public-key";
  readonly transports?: readonly string[] | undefined;
}

/** Options for `navigator.credentials.create`, as JSON. */
export interface RegistrationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: "public-key"; readonly alg: number }[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly attestation: string;
  readonly excludeCredentials: readonly CredentialDescriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: string;
    readonly requireResidentKey: boolean;
    readonly userVerification: UserVerification;
    readonly authenticatorAttachment?: string | undefined;
  };
  readonly extensions: { readonly credProps: boolean };
  readonly hints: readonly string[];
}

/** Options for `navigator.credentials.get`, as JSON. */
export interface AuthenticationOptions {
  readonly rpId: string;
  readonly challenge: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly userVerification: UserVerification;
  /** Missing if any passkey for this site can be used. */
  readonly allowCredentials?: readonly CredentialDescriptor[] | undefined;
}
