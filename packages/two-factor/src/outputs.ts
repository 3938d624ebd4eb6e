/** What the calls answer, as shapes. */

import {
  date,
  either,
  flag,
  list,
  literal,
  model,
  nullable,
  object,
  optional,
  type Shape,
  text,
  words,
} from "@latchkey/core/shapes";
import type {
  NewBackupCodes,
  TotpURI,
  TrustedDevice,
  TwoFactorChanged,
  TwoFactorEnrolment,
  TwoFactorMethod,
  VerifiedBackupCode,
  VerifiedCode,
} from "./contract.ts";

/** What a sign-in answers instead of a session. */
export const challengeOutput: Shape<{
  readonly twoFactorRedirect: true;
  readonly twoFactorMethods: readonly TwoFactorMethod[];
}> = object({ twoFactorRedirect: literal(true), twoFactorMethods: list(words("totp", "otp")) });

/** What `/two-factor/enable` answers. */
export const enrolmentOutput: Shape<TwoFactorEnrolment> = either(
  object<Extract<TwoFactorEnrolment, { readonly method: "totp" }>>({
    method: literal("totp"),
    totpURI: text,
    backupCodes: list(text),
  }),
  object<Extract<TwoFactorEnrolment, { readonly method: "otp" }>>({ method: literal("otp"), backupCodes: list(text) }),
);

/** Done; the session has a new token. */
export const changedOutput: Shape<TwoFactorChanged> = object({ status: literal(true), token: optional(text) });

/** What `/two-factor/get-totp-uri` answers. */
export const totpURIOutput: Shape<TotpURI> = object({ totpURI: text });

/** What a right code is answered with. */
export const verifiedOutput: Shape<VerifiedCode> = object({ token: text, user: model("user") });

/** The same, where no session was asked for. */
export const verifiedBackupCodeOutput: Shape<VerifiedBackupCode> = object({
  token: optional(text),
  user: model("user"),
});

/** New backup codes. */
export const backupCodesOutput: Shape<NewBackupCodes> = object({
  status: literal(true),
  token: optional(text),
  backupCodes: list(text),
});

/** What `/two-factor/list-trusted-devices` answers. */
export const trustedDevicesOutput: Shape<TrustedDevice[]> = list(
  object<TrustedDevice>({
    id: text,
    current: flag,
    createdAt: date,
    lastUsedAt: date,
    expiresAt: date,
    ipAddress: nullable(text),
    userAgent: nullable(text),
  }),
);
