/** A better-auth app: its own migration, real sign-ups, and everything that its users do there. */

import { betterAuth } from "better-auth";
import { symmetricEncrypt } from "better-auth/crypto";
import { getMigrations } from "better-auth/db/migration";
import { admin, bearer, organization, twoFactor, username } from "better-auth/plugins";
import { type TOTP, URI } from "otpauth";
import type { FilledDatabase } from "./databases.ts";

export const oldSecret = "q8Jx2mVt7RkZ4pWc9NfHy3LbSd6GaE1u";
export const password = "correct horse battery";

/** The users' ids and secrets. */
export interface BetterAuthData {
  readonly ids: Readonly<Record<Person, string>>;
  readonly authenticator: TOTP;
  /** One of them was already used. */
  readonly backupCodes: readonly string[];
  readonly usedCode: string;
  readonly organizationId: string;
  readonly invitationId: string;
  readonly teamId: string;
  /** Ann's token, for a client without cookies. */
  readonly bearer: string;
  /** The value of Ann's cookie header. */
  readonly cookie: string;
}

type Person = "ann" | "bob" | "cal" | "dan" | "eve" | "fay";

/**
 * Ann owns an organization and has an authenticator app. Bob is a member of it and an admin. Cal is banned. Dan signed
 * up with GitHub. Eve started to set up an authenticator app and didn't finish. Fay gets codes by email.
 */
export async function fill(database: FilledDatabase): Promise<BetterAuthData> {
  await (await getMigrations(optionsOn(database))).runMigrations();
  const auth = appOn(database);
  const context = await auth.$context;

  const signUp = async (name: string, more: { username?: string } = {}) => {
    const body = { name, email: `${name.toLowerCase()}@example.com`, password, ...more };
    const { headers, response } = await auth.api.signUpEmail({ body, returnHeaders: true });
    return { id: response.user.id, headers: cookiesOf(headers) };
  };
  const ann = await signUp("Ann", { username: "Ann_1" });
  const [bob, cal, eve, fay] = [await signUp("Bob"), await signUp("Cal"), await signUp("Eve"), await signUp("Fay")];
  const linked = await context.internalAdapter.createOAuthUser(
    { name: "Dan", email: "dan@example.com", emailVerified: true },
    {
      providerId: "github",
      accountId: "4711",
      accessToken: "gho_plain",
      // The format that better-auth stores with `encryptOAuthTokens`.
      refreshToken: await symmetricEncrypt({ key: oldSecret, data: "ghr_sealed" }),
      scope: "user:email",
      accessTokenExpiresAt: later,
    },
  );
  await context.internalAdapter.updateUser(bob.id, { role: "admin" });
  await context.internalAdapter.updateUser(cal.id, { banned: true, banReason: "spam", banExpires: later });

  const begun = await auth.api.enableTwoFactor({ headers: ann.headers, body: { password } });
  await auth.api.enableTwoFactor({ headers: eve.headers, body: { password } });
  await auth.api.enableTwoFactor({ headers: fay.headers, body: { password, method: "otp" } });
  const { totpURI, backupCodes } = begun as { totpURI: string; backupCodes: string[] };
  const authenticator = URI.parse(totpURI) as TOTP;
  const verified = await auth.api.verifyTOTP({
    headers: ann.headers,
    body: { code: authenticator.generate() },
    returnHeaders: true,
  });
  const headers = cookiesOf(verified.headers);
  const [usedCode = "", ...left] = backupCodes;
  await auth.api.verifyBackupCode({ headers, body: { code: usedCode } });

  const made = await auth.api.createOrganization({
    headers,
    body: { name: "Acme", slug: "acme", metadata: { plan: "team", seats: 5 } },
  });
  const organizationId = made.id;
  await auth.api.addMember({ body: { organizationId, userId: bob.id, role: "member" } });
  const team = await auth.api.createTeam({ headers, body: { organizationId, name: "Core" } });
  await auth.api.addTeamMember({ headers, body: { teamId: team.id, userId: bob.id } });
  const invitation = await auth.api.createInvitation({
    headers,
    body: { organizationId, email: "gus@example.com", role: "admin" },
  });
  // A pending reset link, and an older one with the same identifier.
  for (const value of ["one", "two"]) {
    await context.internalAdapter.createVerificationValue({ identifier: "otp-of-somebody", value, expiresAt: later });
  }
  const cookie = headers.get("cookie") ?? "";
  return {
    ids: { ann: ann.id, bob: bob.id, cal: cal.id, dan: linked.user.id, eve: eve.id, fay: fay.id },
    authenticator,
    backupCodes: left,
    usedCode,
    organizationId,
    invitationId: invitation.id,
    teamId: team.id,
    bearer: decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? "").split(".", 1)[0] ?? "",
    cookie,
  };
}

/** Hashes passwords instead of the library's functions. */
export interface Hasher {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
}

/** Opens the app on an existing database. */
export function appOn(database: FilledDatabase, hasher?: Hasher) {
  return betterAuth(optionsOn(database, hasher));
}

function optionsOn({ dialect, type }: FilledDatabase, hasher?: Hasher) {
  return {
    baseURL: "http://app.test",
    secret: oldSecret,
    database: { dialect, type },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, ...(hasher ? { password: hasher } : {}) },
    plugins: [
      username(),
      admin(),
      bearer(),
      organization({ teams: { enabled: true } }),
      twoFactor({ issuer: "Acme", otpOptions: { sendOTP: async () => {} } }),
    ],
  };
}

/** A time after the tests end. */
export const later: Date = new Date(Math.floor(Date.now() / 1000) * 1000 + 30 * 86_400_000 + 123);

export function cookiesOf(headers: Headers): Headers {
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  return new Headers({ cookie, origin: "http://app.test" });
}
