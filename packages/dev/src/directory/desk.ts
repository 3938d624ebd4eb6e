/** A directory that a developer connects and uses from the console. */

import { checkEnvironment } from "../environment.ts";
import { createDirectory, type DirectoryOptions, type TestDirectory } from "./directory.ts";
import type { DirectoryAction, DirectoryDesk, DirectoryGroup, DirectoryState } from "./state.ts";

const maxRequests = 100;

interface Connected {
  readonly baseURL: string;
  readonly style: "entra" | "okta";
  readonly directory: TestDirectory;
}

/**
 * Creates a directory for the dev console: `devConsole({ directory: createDirectoryDesk() })`. A developer connects it
 * with the URL and the token of a SCIM connection.
 *
 * @throws {Error} unless `NODE_ENV` is `development` or `test`, because it sends requests to any URL
 */
export function createDirectoryDesk({ fetch }: Pick<DirectoryOptions, "fetch"> = {}): DirectoryDesk {
  checkEnvironment("createDirectoryDesk sends requests to any URL");
  let connected: Connected | null = null;
  let failure: string | null = null;
  const people = new Map<string, boolean>();
  const groups = new Map<string, readonly string[]>();

  async function connect({ baseURL = "", token = "", style = "entra" }: DirectoryAction): Promise<void> {
    const url = checkBaseURL(baseURL);
    const directory = createDirectory({ baseURL: url, token, style, ...(fetch ? { fetch } : {}) });
    connected = { baseURL: url, style, directory };
    people.clear();
    groups.clear();
    const known = await directory.list();
    for (const { email, active } of known.people) people.set(email, active);
    for (const { name, emails } of known.groups) groups.set(name, emails);
  }

  async function change(directory: TestDirectory, asked: DirectoryAction): Promise<void> {
    const { action, givenName, familyName } = asked;
    const email = (asked.email ?? "").trim().toLowerCase();
    const group = (asked.group ?? "").trim();
    if (action === "push-group" || action === "remove-group") {
      if (group === "") throw new Error("Enter the group's name.");
      if (action === "remove-group") {
        await directory.removeGroup(group);
        groups.delete(group);
        return;
      }
      const emails = (asked.members ?? "").split(",").map((one) => one.trim().toLowerCase());
      const members = [...new Set(emails.filter(Boolean))];
      await directory.pushGroup(group, members);
      groups.set(group, members);
      return;
    }
    if (email === "") throw new Error("Enter the person's email.");
    if (action === "remove") {
      await directory.remove(email);
      people.delete(email);
      for (const [name, emails] of groups) groups.set(name, removeEmail(emails, email));
      return;
    }
    if (action === "assign") {
      await directory.assign({ email, ...(givenName ? { givenName } : {}), ...(familyName ? { familyName } : {}) });
    } else if (action === "activate") await directory.activate(email);
    else await directory.deactivate(email);
    people.set(email, action !== "deactivate");
  }

  return {
    state: () => stateOf(connected, failure, people, groups),
    async run(asked) {
      failure = null;
      try {
        if (asked.action === "connect") await connect(asked);
        else if (asked.action === "disconnect") connected = null;
        else if (connected) await change(connected.directory, asked);
        else throw new Error("Connect the directory first.");
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
      }
    },
  };
}

function stateOf(
  connected: Connected | null,
  failure: string | null,
  people: ReadonlyMap<string, boolean>,
  groups: ReadonlyMap<string, readonly string[]>,
): DirectoryState {
  if (!connected) return { baseURL: null, style: "entra", people: [], groups: [], requests: [], failure };
  const { baseURL, style, directory } = connected;
  return {
    baseURL,
    style,
    people: [...people].sort().map(([email, active]) => ({ email, active })),
    groups: [...groups].sort().map(([name, emails]): DirectoryGroup => ({ name, emails })),
    requests: directory.requests.slice(-maxRequests).reverse(),
    failure,
  };
}

/** Returns the URL without trailing slashes. */
function checkBaseURL(text: string): string {
  let url = text.trim();
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Error("Enter the connection's URL.");
  while (url.endsWith("/")) url = url.slice(0, -1);
  return url;
}

function removeEmail(emails: readonly string[], email: string): readonly string[] {
  return emails.filter((one) => one !== email);
}
