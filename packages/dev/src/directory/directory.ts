/** A simulated Microsoft Entra ID or Okta directory that provisions users with SCIM. */

import type { DirectoryEntry, DirectoryExchange, DirectoryGroup } from "./state.ts";

/** Options for `createDirectory`. */
export interface DirectoryOptions {
  /** `baseURL` of the SCIM connection. */
  readonly baseURL: string;
  /** The connection's token. */
  readonly token: string;
  /**
   * The directory whose requests it sends. Directories differ in how they change and deactivate users. Default:
   * `entra`.
   */
  readonly style?: "entra" | "okta";
  /** Sends the requests. Default: the global `fetch`. In tests, call `auth.handler` instead. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A person in the directory. */
export interface DirectoryPerson {
  readonly email: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

/** A directory. Users are named by their email, and groups by their name. Every call throws if a request fails. */
export interface TestDirectory {
  /** All requests so far, oldest first. */
  readonly requests: readonly DirectoryExchange[];
  /** Returns the users and groups that the app has, up to 200 each. */
  list(): Promise<{ readonly people: readonly DirectoryEntry[]; readonly groups: readonly DirectoryGroup[] }>;
  /** Assigns a person to the app: finds or creates the user, and turns them on. */
  assign(person: DirectoryPerson): Promise<void>;
  /** Changes a person's name or email. */
  change(email: string, person: Partial<DirectoryPerson>): Promise<void>;
  /** Turns a user off, as when a person leaves the company. */
  deactivate(email: string): Promise<void>;
  /** Turns a user on again. */
  activate(email: string): Promise<void>;
  /** Deletes a user. */
  remove(email: string): Promise<void>;
  /** Creates a group, or changes its members to exactly these. */
  pushGroup(name: string, emails: readonly string[]): Promise<void>;
  renameGroup(name: string, newName: string): Promise<void>;
  removeGroup(name: string): Promise<void>;
}

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

interface Resource {
  readonly id: string;
  readonly userName?: string;
  readonly active?: boolean;
  readonly displayName?: string;
  readonly members?: readonly { readonly value: string; readonly display?: string }[];
}

type Send = (method: string, path: string, body?: object) => Promise<Resource & { readonly Resources?: Resource[] }>;

/**
 * Creates a directory. It looks users and groups up with a filter before each change, so it also works with a
 * connection that already has some.
 */
export function createDirectory(options: DirectoryOptions): TestDirectory {
  const isOkta = options.style === "okta";
  const requests: DirectoryExchange[] = [];
  const send = createSender(options, requests);
  const find = async (kind: "Users" | "Groups", attribute: string, value: string): Promise<Resource | null> => {
    const filter = encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`);
    return (await send("GET", `/${kind}?filter=${filter}`)).Resources?.[0] ?? null;
  };
  const userOf = async (email: string): Promise<Resource> =>
    (await find("Users", "userName", email)) ?? fail(`The directory's user ${email} doesn't exist.`);
  const groupOf = async (name: string): Promise<Resource> =>
    (await find("Groups", "displayName", name)) ?? fail(`The directory's group ${name} doesn't exist.`);
  const patchUser = async (email: string, ...operations: readonly object[]): Promise<void> => {
    const { id } = await userOf(email);
    await send("PATCH", `/Users/${id}`, { schemas: [patchSchema], Operations: operations });
  };
  const setActive = (email: string, active: boolean): Promise<void> =>
    isOkta
      ? patchUser(email, { op: "replace", value: { active } })
      : patchUser(email, { op: "Replace", path: "active", value: active ? "True" : "False" });

  return {
    requests,
    async list() {
      const [users, groups] = [await send("GET", "/Users?count=200"), await send("GET", "/Groups?count=200")];
      return {
        people: (users.Resources ?? []).map(({ userName = "", active = true }) => ({ email: userName, active })),
        groups: (groups.Resources ?? []).map(({ displayName = "", members = [] }) => ({
          name: displayName,
          emails: members.map(({ display = "" }) => display),
        })),
      };
    },
    async assign(person) {
      const known = await find("Users", "userName", person.email);
      if (known) await setActive(person.email, true);
      else await send("POST", "/Users", { schemas: [userSchema], ...attributesOf(person), active: true });
    },
    async change(email, person) {
      if (isOkta) {
        const { id, ...before } = await userOf(email);
        const { name, ...changed } = attributesOf({ email, ...person });
        await send("PUT", `/Users/${id}`, { ...before, id, ...changed, name });
      } else await patchUser(email, ...operationsOf(person));
    },
    deactivate: (email) => setActive(email, false),
    activate: (email) => setActive(email, true),
    async remove(email) {
      const { id } = await userOf(email);
      await send("DELETE", `/Users/${id}`);
    },
    async pushGroup(name, emails) {
      const value = await Promise.all(emails.map(async (email) => ({ value: (await userOf(email)).id })));
      const known = await find("Groups", "displayName", name);
      if (!known) {
        await send("POST", "/Groups", { schemas: [groupSchema], displayName: name, members: value });
        return;
      }
      const operation = { op: isOkta ? "replace" : "Replace", path: "members", value };
      await send("PATCH", `/Groups/${known.id}`, { schemas: [patchSchema], Operations: [operation] });
    },
    async renameGroup(name, newName) {
      const { id } = await groupOf(name);
      const operation = isOkta
        ? { op: "replace", value: { id, displayName: newName } }
        : { op: "Replace", path: "displayName", value: newName };
      await send("PATCH", `/Groups/${id}`, { schemas: [patchSchema], Operations: [operation] });
    },
    async removeGroup(name) {
      const { id } = await groupOf(name);
      await send("DELETE", `/Groups/${id}`);
    },
  };
}

function createSender({ baseURL, token, fetch = globalThis.fetch }: DirectoryOptions, log: DirectoryExchange[]): Send {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const sent: { readonly body?: string } = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseURL}${path}`, { method, headers, ...sent });
    const text = await response.text();
    log.push({ method, path, status: response.status, body: sent.body ?? "", answer: text, date: new Date() });
    if (response.status >= 400) fail(`${method} ${path} failed with ${response.status}: ${text}`);
    return text === "" ? { id: "" } : JSON.parse(text);
  };
}

function attributesOf({ email, givenName, familyName }: DirectoryPerson) {
  const name = {
    ...(givenName === undefined ? {} : { givenName }),
    ...(familyName === undefined ? {} : { familyName }),
  };
  return { userName: email, name, emails: [{ value: email, type: "work", primary: true }] };
}

function operationsOf({ email, givenName, familyName }: Partial<DirectoryPerson>): readonly object[] {
  const replace = (path: string, value: string | undefined): object[] =>
    value === undefined ? [] : [{ op: "Replace", path, value }];
  return [
    ...replace("userName", email),
    ...replace('emails[type eq "work"].value', email),
    ...replace("name.givenName", givenName),
    ...replace("name.familyName", familyName),
  ];
}

function fail(message: string): never {
  throw new Error(message);
}
