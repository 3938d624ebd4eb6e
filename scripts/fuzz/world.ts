/** The users of an app under test, what they own, and the secrets that only they know. */

import { userTable } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { type FuzzApp, origin, panic } from "./app.ts";

/** A user with an account and a browser. */
export interface Person {
  readonly name: string;
  readonly id: string;
  readonly email: string;
  readonly browser: TestBrowser;
  /** Secrets that let a sender act as this user. */
  readonly secrets: Set<string>;
  readonly password: string;
}

/** The users by role. */
export interface People {
  /** Owns a separate organization and never sends requests. No one else may change her data. */
  readonly vera: Person;
  /** Owns `acme`. */
  readonly olga: Person;
  /** Is a member of `acme`. */
  readonly ann: Person;
  /** Is the app's admin. */
  readonly adam: Person;
  /** Has an invitation to `acme` and isn't in any organization. */
  readonly eve: Person;
  /** Has 2FA. */
  readonly tina: Person;
}

export type ActorName = "nobody" | Exclude<keyof People, "vera">;

/** Ids of what they own. */
export interface Ids extends Readonly<Record<string, string>> {
  readonly acme: string;
  readonly vault: string;
}

export interface World {
  readonly app: FuzzApp;
  /** Distinguishes worlds in the same database. */
  readonly number: number;
  readonly people: People;
  readonly ids: Ids;
  /** The secret of tina's authenticator app, in base32. */
  readonly totpSecret: string;
  readonly backupCodes: readonly string[];
  /** Vera's values that earlier requests contained. Other users may have stored them since. */
  readonly disclosed: Set<string>;
  /** Signs up a new user, whose account may be changed in any way. */
  newcomer(): Promise<Person>;
  /** Returns the next unused number. */
  next(): number;
}

export type Body = Record<string, unknown>;

/**
 * Sends a valid request and returns its response.
 * @throws {Error} if it's rejected, because earlier requests removed what it needs
 */
export async function sendValid(person: { readonly browser: TestBrowser }, path: string, body?: object): Promise<Body> {
  const reply = body === undefined ? await person.browser.get(path) : await person.browser.post(path, body);
  if (reply.status === 200) return reply.body as Body;
  return panic(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

/** Runs `act` and returns the next email from a sender to a recipient. */
export async function mailAfter(app: FuzzApp, sender: string, to: string, act: () => Promise<unknown>): Promise<Body> {
  const { mails } = app.box;
  const before = mails.length;
  await act();
  for (let tries = 0; tries < 500; tries++) {
    const found = mails.slice(before).find((mail) => mail.sender === sender && mail.to === to);
    if (found) return { ...found.mail, token: found.token, url: found.url };
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return panic(`No mail of ${sender} came to ${to}.`);
}

/** Prefix of values that only vera has and that no request contains. */
export const secretPrefix = "unseen-by-others";

export async function createWorld(app: FuzzApp, number: number): Promise<World> {
  let counter = 0;
  const next = (): number => ++counter;
  const person = (name: string): Promise<Person> => signUp(app, `${name}${number}`);
  const names = ["vera", "olga", "ann", "adam", "eve", "tina"] as const;
  const people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await person(name)])),
  ) as unknown as People;
  await app.db.update(userTable, { where: { id: people.adam.id }, set: { role: "admin" } as object });
  const image = `https://img.test/${secretPrefix}`;
  await app.db.update(userTable, { where: { id: people.vera.id }, set: { name: secretPrefix, image } });
  const ids = await createOrganizations(app, people, number);
  const begun = await sendValid(people.tina, "/two-factor/enable", { password: people.tina.password });
  const totpSecret = new URL(String(begun.totpURI)).searchParams.get("secret") ?? "";
  await sendValid(people.tina, "/two-factor/verify-totp", { code: await totpCode(app, totpSecret) });
  const backupCodes = begun.backupCodes as string[];
  for (const secret of [totpSecret, ...backupCodes]) people.tina.secrets.add(secret);
  return {
    app,
    number,
    people,
    ids,
    totpSecret,
    backupCodes,
    next,
    disclosed: new Set(),
    newcomer: () => person(`newcomer${next()}x`),
  };
}

/** Signs in all users that an earlier request signed out. Tina also enters a 2FA code. */
export async function signInAgain({ app, people, totpSecret }: World): Promise<void> {
  for (const { browser, email, password } of Object.values(people)) {
    if ([...browser.cookies.keys()].some((name) => name.endsWith("session_token"))) continue;
    const { body } = await browser.post("/sign-in/email", { email, password });
    if (body.twoFactorRedirect !== true) continue;
    await browser.post("/two-factor/verify-totp", { code: await totpCode(app, totpSecret) });
  }
}

/** Returns a code of tina's authenticator app, after the previous one has expired. */
export async function totpCode(app: FuzzApp, secret: string): Promise<string> {
  app.advance(90);
  return String(((await app.call("generateTOTP", { body: { secret } })) as Body).code);
}

/** Uses a server call, which needs no captcha. */
async function signUp(app: FuzzApp, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const password = `the own password of ${name}`;
  const browser = app.browser();
  const response = await app.respond("signUpEmail", { body: { name, email, password, username: name } });
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split("; ");
    browser.cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  const { user, token } = (await response.json()) as { user: { id: string }; token: string };
  await app.db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
  return { name, id: user.id, email, browser, password, secrets: new Set([password, token]) };
}

/** Creates `acme` with a team, a member, a role, and a pending invitation, `vault` with a team, and a product. */
async function createOrganizations(app: FuzzApp, people: People, number: number): Promise<Ids> {
  const { vera, olga, ann, eve } = people;
  const acme = String((await sendValid(olga, "/organization/create", { name: "Acme", slug: `acme${number}` })).id);
  const own = { name: secretPrefix, slug: `vault${number}`, metadata: { unseen: secretPrefix } };
  const vault = String((await sendValid(vera, "/organization/create", own)).id);
  const team = await sendValid(olga, "/organization/create-team", { name: "One", organizationId: acme });
  const vaultTeam = await sendValid(vera, "/organization/create-team", { name: secretPrefix, organizationId: vault });
  const member = (await app.call("addMember", {
    body: { organizationId: acme, userId: ann.id, role: "member" },
  })) as Body;
  await sendValid(ann, "/organization/set-active", { organizationId: acme });
  const role = { role: "helper", permission: { project: ["create"] }, organizationId: acme };
  await sendValid(olga, "/organization/create-role", role);
  const invite = (email: string) => ({ email, role: "member", organizationId: acme });
  const invitation = await sendValid(olga, "/organization/invite-member", invite(eve.email));
  const inner = { role: "inner", permission: { project: ["share"] }, organizationId: vault };
  await sendValid(vera, "/organization/create-role", inner);
  const guest = { email: `guest${number}@example.com`, role: "member", organizationId: vault };
  const vaultInvitation = await sendValid(vera, "/organization/invite-member", guest);
  const vaultMembers = await sendValid(vera, `/organization/list-members?organizationId=${vault}`);
  const veras = (await sendValid(vera, "/list-sessions")) as unknown as readonly Body[];
  return {
    acme,
    vault,
    team: String(team.id),
    vaultSlug: `vault${number}`,
    vaultTeam: String(vaultTeam.id),
    vaultInvitation: String(vaultInvitation.id),
    vaultRole: "inner",
    member: String(member.id),
    vaultMember: String((vaultMembers.members as readonly Body[])[0]?.id),
    invitation: String(invitation.id),
    vera: vera.id,
    veraEmail: vera.email,
    veraName: vera.name,
    veraSession: String(veras[0]?.id),
    veraHandle: String(veras[0]?.token),
    olga: olga.id,
    ann: ann.id,
    annEmail: ann.email,
    adam: people.adam.id,
    eve: eve.id,
    tina: people.tina.id,
    app: origin,
  };
}
