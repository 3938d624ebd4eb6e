/** An organization with members, each in a separate browser, for the organization screens' tests. */

import type { Plugin } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { organizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "@latchkey/react";
import { testOrigin } from "@latchkey/test-kit";
import type { RenderResult } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import type { OrganizationClient } from "../src/organization/client.ts";
import { organizationUi } from "../src/organization/plugin.tsx";
import { startSite, type Visit } from "./site.tsx";

/** Resources that the tests' app adds to the built-in ones. */
export const ac = createAccessControl({ ...defaultStatements, project: ["create", "share"] });

const roles = { ac, dynamicAccessControl: { enabled: true } };

export const plugins = [organizationUi()];

export interface Someone {
  readonly userId: string;
  readonly visit: Visit;
  readonly client: OrganizationClient;
  show(element: ReactElement): RenderResult & { readonly person: UserEvent };
}

/** An organization and its members. */
export interface Company {
  readonly organizationId: string;
  readonly teamId: string;
  of(name: string): Someone;
  /** Suspends a member, as a directory does. */
  suspend(name: string): Promise<void>;
}

/**
 * Returns a call's data.
 *
 * @throws {Error} if the call failed
 */
export async function unwrap<T>(
  result: Promise<{ readonly data: T; readonly error: object | null }>,
): Promise<NonNullable<T>> {
  const { data, error } = await result;
  if (error || !data) throw new Error(JSON.stringify(error));
  return data;
}

/**
 * Ann owns Acme, which has one team with the same name. The others join by invitation.
 *
 * @param others the other members' roles by name
 * @param more additional server plugins
 */
export async function startCompany(
  others: Readonly<Record<string, string>> = {},
  more: readonly Plugin[] = [],
): Promise<Company> {
  const site = await startSite({ plugins: [organization({ ...roles, teams: { enabled: true } }), ...more] });
  const people = new Map<string, Someone>();
  const of = (name: string): Someone => people.get(name) as Someone;
  const addPerson = async (name: string): Promise<Someone> => {
    const visit = site.visit();
    const { user } = (await visit.browser.signUp(`${name}@example.com`)).body;
    const client = clientOf(visit);
    await client.updateUser({ name });
    const person: Someone = {
      userId: user.id,
      visit,
      client,
      show: (element) => visit.show(element, { client, plugins }),
    };
    people.set(name, person);
    return person;
  };
  const ann = await addPerson("ann");
  const { id: organizationId } = await unwrap(ann.client.organization.create({ name: "Acme", slug: "acme" }));
  const [team] = await unwrap(ann.client.organization.listTeams());
  for (const [name, role] of Object.entries(others)) {
    const { client } = await addPerson(name);
    const email = `${name}@example.com`;
    const { id: invitationId } = await unwrap(ann.client.organization.inviteMember({ email, role }));
    await unwrap(client.organization.acceptInvitation({ invitationId }));
  }
  const suspend = (name: string): Promise<void> => site.suspendMember(of(name).userId);
  return { organizationId, teamId: team?.id ?? "", of, suspend };
}

/** A client with the organization plugin, using a visit's cookies. */
function clientOf({ browser, asked }: Visit): OrganizationClient {
  const base = `${testOrigin}/api/auth`;
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const path = String(url).slice(base.length);
    asked.push(path);
    const headers = new Headers(init.headers);
    if (init.method === "POST") headers.set("origin", testOrigin);
    const { method = "GET", body = null } = init;
    const reply = await browser.send(path, { method, body, headers });
    if (init.signal?.aborted) throw new DOMException("left", "AbortError");
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers: reply.headers });
  };
  const plugin = organizationClient();
  return createAuthClient({ baseURL: testOrigin, fetch, plugins: [plugin] }) as unknown as OrganizationClient;
}
