/** The people of an app under the fuzz, what they own, and the secrets that they alone know. */

import { userTable } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { type FuzzApp, failLoudly, origin } from "./app.ts";

/** Somebody with an account, in a browser of their own. */
export interface Person {
  readonly name: string;
  readonly id: string;
  readonly email: string;
  readonly browser: TestBrowser;
  /** Whoever sends one of these may act for them. */
  readonly secrets: Set<string>;
  readonly password: string;
}

/** People by what they are in it. */
export interface People {
  /** Whose things nobody else may touch: owns an organization of her own, is never an actor. */
  readonly vera: Person;
  /** Owns `acme`. */
  readonly olga: Person;
  /** Is a member of `acme`. */
  readonly ann: Person;
  /** Is the site's admin. */
  readonly adam: Person;
  /** Is in nothing; has an invitation to `acme`. */
  readonly eve: Person;
  /** Has a second factor. */
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
  /** Tells it from other worlds in one database. */
  readonly number: number;
  readonly people: People;
  readonly ids: Ids;
  /** Base32: what makes tina's codes. */
  readonly totpSecret: string;
  readonly backupCodes: readonly string[];
  /** What of vera's earlier requests have held: it may stand in what somebody has stored since. */
  readonly told: Set<string>;
  /** Somebody new, signed in, whose account may be spoilt. */
  newcomer(): Promise<Person>;
  /** A number that was not there yet. */
  next(): number;
}

export type Body = Record<string, unknown>;

/** The answer to an honest request. @throws {Error} it was refused: earlier requests took away what it needs */
export async function honest(person: { readonly browser: TestBrowser }, path: string, body?: object): Promise<Body> {
  const reply = body === undefined ? await person.browser.get(path) : await person.browser.post(path, body);
  if (reply.status === 200) return reply.body as Body;
  return failLoudly(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

/** The next mail of a sender to an address, once what is said here was done. */
export async function mailAfter(app: FuzzApp, sender: string, to: string, act: () => Promise<unknown>): Promise<Body> {
  const { mails } = app.box;
  const before = mails.length;
  await act();
  for (let tries = 0; tries < 500; tries++) {
    const found = mails.slice(before).find((mail) => mail.sender === sender && mail.to === to);
    if (found) return { ...found.mail, token: found.token, url: found.url };
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return failLoudly(`No mail of ${sender} came to ${to}.`);
}

/** Marks what vera alone has, and no request ever holds. */
export const unseen = "unseen-by-others";

export async function createWorld(app: FuzzApp, number: number): Promise<World> {
  let counter = 0;
  const next = (): number => ++counter;
  const person = (name: string): Promise<Person> => signUp(app, `${name}${number}`);
  const names = ["vera", "olga", "ann", "adam", "eve", "tina"] as const;
  const people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await person(name)])),
  ) as unknown as People;
  await app.db.update(userTable, { where: { id: people.adam.id }, set: { role: "admin" } as object });
  const image = `https://img.test/${unseen}`;
  await app.db.update(userTable, { where: { id: people.vera.id }, set: { name: unseen, image } });
  const ids = await found(app, people, number);
  const begun = await honest(people.tina, "/two-factor/enable", { password: people.tina.password });
  const totpSecret = new URL(String(begun.totpURI)).searchParams.get("secret") ?? "";
  await honest(people.tina, "/two-factor/verify-totp", { code: await totpCode(app, totpSecret) });
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
    told: new Set(),
    newcomer: () => person(`newcomer${next()}x`),
  };
}

/** Whoever was signed out by an earlier request signs in again; tina with her second factor. */
export async function signInAgain({ app, people, totpSecret }: World): Promise<void> {
  for (const { browser, email, password } of Object.values(people)) {
    if ([...browser.cookies.keys()].some((name) => name.endsWith("session_token"))) continue;
    const { body } = await browser.post("/sign-in/email", { email, password });
    if (body.twoFactorRedirect !== true) continue;
    await browser.post("/two-factor/verify-totp", { code: await totpCode(app, totpSecret) });
  }
}

/** The code that tina's authenticator app shows, once the one before is over. */
export async function totpCode(app: FuzzApp, secret: string): Promise<string> {
  app.advance(90);
  return String(((await app.call("generateTOTP", { body: { secret } })) as Body).code);
}

/** By the server's own call, which needs no captcha. */
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

/** `acme` with a team, a member, a role and an open invitation; `vault` with a team; a product to buy. */
async function found(app: FuzzApp, people: People, number: number): Promise<Ids> {
  const { vera, olga, ann, eve } = people;
  const acme = String((await honest(olga, "/organization/create", { name: "Acme", slug: `acme${number}` })).id);
  const own = { name: unseen, slug: `vault${number}`, metadata: { unseen } };
  const vault = String((await honest(vera, "/organization/create", own)).id);
  const team = await honest(olga, "/organization/create-team", { name: "One", organizationId: acme });
  const vaultTeam = await honest(vera, "/organization/create-team", { name: unseen, organizationId: vault });
  const member = (await app.call("addMember", {
    body: { organizationId: acme, userId: ann.id, role: "member" },
  })) as Body;
  await honest(ann, "/organization/set-active", { organizationId: acme });
  const role = { role: "helper", permission: { project: ["create"] }, organizationId: acme };
  await honest(olga, "/organization/create-role", role);
  const invite = (email: string) => ({ email, role: "member", organizationId: acme });
  const invitation = await honest(olga, "/organization/invite-member", invite(eve.email));
  const inner = { role: "inner", permission: { project: ["share"] }, organizationId: vault };
  await honest(vera, "/organization/create-role", inner);
  const guest = { email: `guest${number}@example.com`, role: "member", organizationId: vault };
  const vaultInvitation = await honest(vera, "/organization/invite-member", guest);
  const vaultMembers = await honest(vera, `/organization/list-members?organizationId=${vault}`);
  const veras = (await honest(vera, "/list-sessions")) as unknown as readonly Body[];
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
