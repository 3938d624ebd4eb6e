import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { type OrganizationOptions, organization } from "@latchkey/organization";
import { outboxEmpty, startAuth, type TestBrowser } from "@latchkey/test-kit";
import { expect } from "vitest";
import type { SsoDomain } from "../src/call-types.ts";
import type { SsoOptions } from "../src/options.ts";
import { sso } from "../src/plugin.ts";
import { startDns } from "./dns.ts";

export type Reply = SsoDomain & { readonly code?: string };

/** Olga owns Acme, Al is its admin, and Mia a plain member. Eve owns another organization. Root is a site admin. */
export async function startSso(
  options: SsoOptions = {},
  authOptions: object = {},
  organizationOptions: OrganizationOptions = {},
) {
  const dns = await startDns();
  const plugins = [sso(options), organization(organizationOptions), admin()] as const;
  const app = await startAuth({ plugins, resolveTxt: dns.resolveTxt, ...authOptions });
  const { auth } = app;
  const { db } = auth.$context;
  const signUp = async (name: string) => {
    const browser = app.browser();
    const { body } = await browser.signUp(`${name}@example.com`);
    return { browser, id: body.user.id };
  };
  const [olga, al, mia, eve] = [await signUp("olga"), await signUp("al"), await signUp("mia"), await signUp("eve")];
  const root = await signUp("root");
  await db.update(userTable, { where: { id: root.id }, set: { role: "admin" } as object });
  const found = async ({ browser }: typeof olga, slug: string) =>
    (await browser.post<{ id: string }>("/organization/create", { name: slug, slug })).body.id;
  const acme = await found(olga, "acme");
  const other = await found(eve, "other");
  await auth.api.addMember({ body: { organizationId: acme, userId: al.id, role: "admin" } });
  await auth.api.addMember({ body: { organizationId: acme, userId: mia.id, role: "member" } });
  await al.browser.post("/organization/set-active", { organizationId: acme });
  /** Sends a call about a domain, and returns the response's status and body as one object. */
  const call = async (browser: TestBrowser, path: string, input: object) => {
    const { status, body } = await browser.post<Reply>(`/sso/${path}`, input);
    return { status, ...body };
  };
  const add = (domain: string, { browser }: typeof olga = olga) => call(browser, "add-domain", { domain });
  const verify = (domain: string, { browser }: typeof olga = olga) => call(browser, "verify-domain", { domain });
  /** Adds a domain, sets its TXT record, and verifies it. */
  const prove = async (domain: string, person: typeof olga = olga) => {
    const { record } = await add(domain, person);
    dns.records.set(record.name, [record.value]);
    return verify(domain, person);
  };
  const domains = async ({ browser }: typeof olga = olga) =>
    (await browser.get<readonly SsoDomain[]>("/sso/domains")).body;
  /** Returns a function that runs a call and checks that it stays within its endpoint's query budget. */
  const cost =
    (statements: { readonly kind: string; readonly table: string | null }[]) =>
    async <T>(id: string, run: () => Promise<T>): Promise<T> => {
      // Sending the previous call's emails takes queries, too.
      await outboxEmpty(auth);
      statements.length = 0;
      const result = await run();
      const own = statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox"].includes(table ?? ""),
      );
      const most = auth.$context.extensions.endpoints[id]?.queryBudget ?? -1;
      expect([id, own.length]).toEqual([id, Math.min(own.length, most)]);
      return result;
    };
  return { ...app, cost, dns, olga, al, mia, eve, root, acme, other, call, add, verify, prove, domains };
}
