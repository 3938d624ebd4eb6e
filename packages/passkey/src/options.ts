/** Options for `passkey` and their defaults. */

import type { User } from "@latchkey/core";
import {
  checkInteger,
  checkOneOf,
  checkOptionNames,
  type OptionNames,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { UserVerification } from "./webauthn/json.ts";
import type { VerifyAttestation } from "./webauthn/verify-registration.ts";

/** A new user that `resolveUser` returns. */
export interface ResolvedUser extends Pick<User, "name"> {
  /** Default: none, in which case the user can't recover the account by email. */
  readonly email?: string | undefined;
  /** Whether the app has already verified the email. Default: false. */
  readonly emailVerified?: boolean | undefined;
}

/** Options for `passkey`. */
export interface PasskeyOptions {
  /**
   * The domain that passkeys belong to. It's the app's domain or a parent of it. With a list, new passkeys belong to
   * the first domain that matches the page. Default: the host of `baseURL`.
   */
  readonly rpID?: string | readonly string[];
  /** The name that authenticators show. Default: the app's name. */
  readonly rpName?: string;
  /**
   * Origins of the pages and apps that use passkeys, such as `https://app.example.com` or `android:apk-key-hash:…`.
   * Default: the trusted origins on `rpID` and its subdomains.
   */
  readonly origin?: string | readonly string[];
  /**
   * Origins on other domains that can use the same passkeys, served at `/.well-known/webauthn`. Browsers support up to
   * five domain names. Default: none.
   */
  readonly relatedOrigins?: readonly string[];
  /** Whether authenticators must verify the user, with a PIN or biometrics. Checked on the response. */
  readonly userVerification?: {
    /** For sign-in and sign-up. Default: `required`. */
    readonly signIn?: UserVerification;
    /** For adding a passkey while signed in. Default: `preferred`. */
    readonly add?: UserVerification;
    /** For a second factor. Default: `preferred`. */
    readonly secondFactor?: UserVerification;
  };
  /** Which authenticators browsers offer for new passkeys. */
  readonly authenticatorSelection?: {
    readonly authenticatorAttachment?: "platform" | "cross-platform";
    /**
     * Whether the passkey can be found without knowing the user. Always `required` for a sign-up. Default: `preferred`.
     */
    readonly residentKey?: "required" | "preferred" | "discouraged";
  };
  /**
   * `optional`: a user with two-factor authentication can use a passkey for it. `required`: a user with a passkey is
   * always asked for a second factor. Requires `twoFactor()`. Default: `optional`.
   */
  readonly secondFactor?: "optional" | "required" | "disabled";
  /**
   * Whether new users can sign up with a passkey, with their name and email, or with only their name. Default: `false`.
   */
  readonly signUp?: false | "email" | "without-email";
  /** Returns the new user for a sign-up from the client's `context`. Return `null` to reject the sign-up. */
  resolveUser?(context: string | null, request: RequestContext): ResolvedUser | null | Promise<ResolvedUser | null>;
  /** What to do if a passkey's counter shows that the key was copied. Default: `reject`. */
  readonly onCloneDetected?: "reject" | "allow";
  /** How long a challenge is valid, in seconds. Default: 300. */
  readonly challengeExpiresIn?: number;
  /** Requests attestation statements from authenticators and checks them. Default: doesn't request any. */
  readonly attestation?: {
    readonly conveyance: "indirect" | "direct" | "enterprise";
    verify: VerifyAttestation;
  };
}

/** The options with defaults filled in. */
export interface PasskeySettings {
  readonly rpIDs: readonly string[];
  readonly rpName: string | null;
  /** `null` means the trusted origins. */
  readonly origins: readonly string[] | null;
  readonly relatedOrigins: readonly string[];
  readonly userVerification: Required<NonNullable<PasskeyOptions["userVerification"]>>;
  readonly attachment: "platform" | "cross-platform" | null;
  readonly residentKey: "required" | "preferred" | "discouraged";
  readonly secondFactor: "optional" | "required" | "disabled";
  readonly signUp: false | "email" | "without-email";
  readonly resolveUser: PasskeyOptions["resolveUser"] | null;
  readonly rejectsClones: boolean;
  readonly challengeExpiresIn: number;
  readonly attestation: PasskeyOptions["attestation"] | null;
}

const optionNames: OptionNames<PasskeyOptions> = {
  rpID: true,
  rpName: true,
  origin: true,
  relatedOrigins: true,
  userVerification: { signIn: true, add: true, secondFactor: true },
  authenticatorSelection: { authenticatorAttachment: true, residentKey: true },
  secondFactor: true,
  signUp: true,
  resolveUser: true,
  onCloneDetected: true,
  challengeExpiresIn: true,
  attestation: { conveyance: true, verify: true },
};

const strengths = ["required", "preferred", "discouraged"] as const;

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolvePasskey(options: PasskeyOptions): PasskeySettings {
  checkOptionNames("passkey", options, optionNames);
  const { userVerification = {}, authenticatorSelection = {}, attestation = null } = options;
  const { signIn = "required", add = "preferred", secondFactor = "preferred" } = userVerification;
  for (const [name, value] of Object.entries({ signIn, add, secondFactor })) {
    checkOneOf(`passkey.userVerification.${name}`, value, strengths);
  }
  const { residentKey = "preferred", authenticatorAttachment } = authenticatorSelection;
  checkOneOf("passkey.authenticatorSelection.residentKey", residentKey, strengths);
  if (authenticatorAttachment !== undefined) {
    const path = "passkey.authenticatorSelection.authenticatorAttachment";
    checkOneOf(path, authenticatorAttachment, ["platform", "cross-platform"]);
  }
  const signUp = options.signUp ?? false;
  if (signUp !== false) checkOneOf("passkey.signUp", signUp, ["email", "without-email"]);
  checkAttestation(attestation);
  return {
    rpIDs: listOf(options.rpID).map(checkRpID),
    rpName: options.rpName ?? null,
    origins: options.origin === undefined ? null : listOf(options.origin),
    relatedOrigins: options.relatedOrigins ?? [],
    userVerification: { signIn, add, secondFactor },
    attachment: authenticatorAttachment ?? null,
    residentKey,
    secondFactor: checkOneOf("passkey.secondFactor", options.secondFactor ?? "optional", [
      "optional",
      "required",
      "disabled",
    ]),
    signUp,
    resolveUser: options.resolveUser?.bind(options) ?? null,
    rejectsClones:
      checkOneOf("passkey.onCloneDetected", options.onCloneDetected ?? "reject", ["reject", "allow"]) === "reject",
    challengeExpiresIn: checkInteger("passkey.challengeExpiresIn", options.challengeExpiresIn ?? 300, {
      min: 30,
      max: 600,
      unit: "seconds",
    }),
    attestation,
  };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

/** Lowercase labels, because browsers compare the lowercase form. IP addresses can't be relying party IDs. */
const domain = /^(?!.*\.\d+$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

function checkRpID(value: string): string {
  if (domain.test(value)) return value;
  throw new Error(
    `passkey.rpID is ${JSON.stringify(value)}. Set it to a domain without scheme and port, such as "example.com".`,
  );
}

function checkAttestation(attestation: PasskeyOptions["attestation"] | null): void {
  if (!attestation) return;
  checkOneOf("passkey.attestation.conveyance", attestation.conveyance, ["indirect", "direct", "enterprise"]);
  if (typeof attestation.verify !== "function") {
    throw new Error("passkey.attestation.verify is missing. Set it to a function that checks the statement.");
  }
}
