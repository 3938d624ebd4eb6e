/** The response shapes of the two-factor calls. */

import {
  boolean,
  date,
  either,
  list,
  literal,
  model,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type {
  NewBackupCodes,
  SecondFactorName,
  TotpURI,
  TrustedDevice,
  TwoFactorChangeResponse,
  TwoFactorEnrollment,
  VerifyBackupCodeResponse,
  VerifyCodeResponse,
} from "./contract.ts";

/** Response from a sign-in that doesn't create a session yet. */
export const challengeOutput: Shape<{
  readonly twoFactorRedirect: true;
  readonly twoFactorMethods: readonly SecondFactorName[];
}> = object({ twoFactorRedirect: literal(true), twoFactorMethods: list(oneOf("totp", "otp", "passkey")) });

/** Response from `/two-factor/enable`. */
export const enrollmentOutput: Shape<TwoFactorEnrollment> = either(
  object<Extract<TwoFactorEnrollment, { readonly method: "totp" }>>({
    method: literal("totp"),
    totpURI: text,
    backupCodes: list(text),
  }),
  object<Extract<TwoFactorEnrollment, { readonly method: "otp" }>>({ method: literal("otp"), backupCodes: list(text) }),
);

/** Response from calls that give the session a new token. */
export const changedOutput: Shape<TwoFactorChangeResponse> = object({ status: literal(true), token: optional(text) });

/** Response from `/two-factor/get-totp-uri`. */
export const totpURIOutput: Shape<TotpURI> = object({ totpURI: text });

/** Response to a correct code. */
export const verifiedOutput: Shape<VerifyCodeResponse> = object({ token: text, user: model("user") });

/** Response to a correct backup code. Without `token` if no session was created. */
export const verifiedBackupCodeOutput: Shape<VerifyBackupCodeResponse> = object({
  token: optional(text),
  user: model("user"),
});

/** New backup codes. */
export const backupCodesOutput: Shape<NewBackupCodes> = object({
  status: literal(true),
  token: optional(text),
  backupCodes: list(text),
});

/** Response from `/two-factor/list-trusted-devices`. */
export const trustedDevicesOutput: Shape<TrustedDevice[]> = list(
  object<TrustedDevice>({
    id: text,
    current: boolean,
    createdAt: date,
    lastUsedAt: date,
    expiresAt: date,
    ipAddress: nullable(text),
    userAgent: nullable(text),
  }),
);
