/** Tests that every recorded action is in its package's list and has a text in the audit log component. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { adminAuditActions } from "@latchkey/admin";
import { anonymousAuditActions } from "@latchkey/anonymous";
import { apiKeyAuditActions } from "@latchkey/api-key";
import { billingAuditActions } from "@latchkey/billing";
import { coreAuditActions } from "@latchkey/core/plugin";
import { deviceAuditActions } from "@latchkey/device-authorization";
import { eventsAuditActions } from "@latchkey/events";
import { jwtAuditActions } from "@latchkey/jwt";
import { oauthProviderAuditActions } from "@latchkey/oauth-provider";
import { organizationAuditActions } from "@latchkey/organization";
import { passkeyAuditActions } from "@latchkey/passkey";
import { phoneNumberAuditActions } from "@latchkey/phone-number";
import { scimAuditActions } from "@latchkey/scim";
import { ssoAuditActions } from "@latchkey/sso";
import { stepUpAuditActions } from "@latchkey/step-up";
import { twoFactorAuditActions } from "@latchkey/two-factor";
import { adminEn } from "@latchkey/ui/admin";
import { expect, test } from "vitest";
import { makeApp } from "./openapi/app.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const lists: Readonly<Record<string, readonly string[]>> = {
  core: coreAuditActions,
  admin: adminAuditActions,
  anonymous: anonymousAuditActions,
  "step-up": stepUpAuditActions,
  "api-key": apiKeyAuditActions,
  billing: billingAuditActions,
  "device-authorization": deviceAuditActions,
  events: eventsAuditActions,
  jwt: jwtAuditActions,
  "oauth-provider": oauthProviderAuditActions,
  organization: organizationAuditActions,
  passkey: passkeyAuditActions,
  "phone-number": phoneNumberAuditActions,
  scim: scimAuditActions,
  sso: ssoAuditActions,
  "two-factor": twoFactorAuditActions,
};
const all = Object.values(lists).flat();
const roots = new Set(all.map((action) => action.split(".")[0]));

/** Strings in a package's sources that look like actions, each with its file. */
function literals(name: string): string[] {
  const folder = `${root}packages/${name}/src`;
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test(-d)?\.tsx?$/.test(path) && !path.endsWith("actions.ts"))
    .flatMap((path) => {
      const source = readFileSync(`${folder}/${path}`, "utf8");
      if (!/\brecord[A-Z]?\w*\(|AuditEntry|AuditAction/.test(source)) return [];
      return [...source.matchAll(/"([a-z][a-z-]*(?:\.[a-z-]+)+)"/g)].map(([, text = ""]) => text);
    })
    .filter((text) => roots.has(text.split(".")[0] ?? ""));
}

test("every recorded action is declared by its package, and every declared one is recorded", () => {
  for (const [name, actions] of Object.entries(lists)) {
    const found = new Set(literals(name));
    // Plugins also record core's actions, such as the sign-up of a user.
    const declared = [...actions, ...coreAuditActions];
    const isColumn = (text: string) => ["organization.slug", "user.username"].includes(text);
    expect([name, [...found].filter((text) => !declared.includes(text) && !isColumn(text))]).toEqual([name, []]);
    expect([name, actions.filter((action) => !found.has(action))]).toEqual([name, []]);
  }
});

test("every plugin declares the actions that it records, so that they can be events", () => {
  const declared = makeApp("http://app.test").$context.extensions.plugins.flatMap(({ id, auditActions = [] }) =>
    auditActions.length > 0 ? [[id, auditActions] as const] : [],
  );
  const { core: _, ...ofPlugins } = lists;
  expect(Object.fromEntries(declared)).toEqual(ofPlugins);
});

test("packages without a list record only actions from other packages' lists", () => {
  const others = readdirSync(`${root}packages`).filter((name) => !Object.hasOwn(lists, name) && name !== "ui");
  for (const name of others) {
    expect([name, literals(name).filter((text) => !all.includes(text))]).toEqual([name, []]);
  }
});

test("an action is a noun and a verb, is in one list, and has a text; no text is left over", () => {
  expect(all.filter((action) => !/^[a-z-]+(?:\.[a-z-]+)+$/.test(action))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((action) => !adminEn.audit.actions[action])).toEqual([]);
  expect(Object.keys(adminEn.audit.actions).filter((action) => !all.includes(action))).toEqual([]);
  const families = Object.keys(adminEn.audit.families);
  expect(all.filter((action) => !families.some((family) => action.startsWith(family)))).toEqual([]);
});
