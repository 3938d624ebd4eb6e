// @vitest-environment jsdom

/** Tests components copied into an app's folder, with a real auth handler. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { admin } from "@latchkey/admin";
import { adminClient } from "@latchkey/admin/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { type RenderResult, render, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ComponentType, ReactNode } from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readItems } from "../../../scripts/build/registry/registry.ts";
import { en } from "../src/texts/en.ts";
import { fill } from "../src/texts/texts.ts";
import { patientUser } from "./patient-user.ts";
import { startSite, type Visit, watchScreens } from "./site.tsx";

history.replaceState(null, "", "/account");

watchScreens();

// jsdom has its own `URL`, which can't be used to read files.
const ui = join(dirname(fileURLToPath(import.meta.url)), "..");
// Inside the package and ignored by Git, because the test runner only loads TypeScript from there.
const app = mkdtempSync(join(ui, ".copied-"));
const password = "correct horse battery";

beforeAll(() => {
  for (const { target, content } of readItems(ui).flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(app, target)), { recursive: true });
    writeFileSync(join(app, target), content);
  }
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** Returns a copied file's exports. */
async function copied(path: string): Promise<Record<string, any>> {
  return import(/* @vite-ignore */ join(app, "components/latchkey", path));
}

interface Shown extends RenderResult {
  readonly person: UserEvent;
}

/** Shows an element inside the copied provider. */
async function show({ client, went }: Visit, element: ReactNode, plugins: readonly object[] = []): Promise<Shown> {
  const { AuthUiProvider } = await copied("provider/provider.tsx");
  const shown = render(
    <AuthUiProvider client={client} navigate={(path: string) => void went.push(path)} plugins={plugins}>
      {element}
    </AuthUiProvider>,
  );
  return Object.assign(shown, { person: patientUser() });
}

test("a copied sign-in rejects a wrong password, and accepts the right one", async () => {
  const site = await startSite();
  await site.visit().browser.signUp("ann@example.com");
  const { SignIn } = await copied("sign-in/sign-in.tsx");
  const visit = site.visit();
  const { person } = await show(visit, <SignIn />);

  await person.type(await screen.findByLabelText(en.email), "ann@example.com");
  await person.type(screen.getByLabelText(en.password), "not the password{Enter}");
  await screen.findByText(en.errors.INVALID_EMAIL_OR_PASSWORD ?? "");
  await person.clear(screen.getByLabelText(en.password));
  await person.type(screen.getByLabelText(en.password), `${password}{Enter}`);

  await expect.poll(() => visit.went).toEqual(["/"]);
});

test("copied account settings can change a name", async () => {
  const site = await startSite();
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { Account } = await copied("account/account.tsx");
  const { person } = await show(visit, <Account />);

  await person.click(await screen.findByRole("button", { name: fill(en.editField, { name: en.name }) }));
  const name = await screen.findByLabelText(en.name);
  await person.clear(name);
  await person.type(name, "Ann of Acme{Enter}");

  await expect
    .poll(async () => (await visit.browser.get<{ user: { name: string } }>("/get-session")).body.user.name)
    .toBe("Ann of Acme");
});

test("copied organization settings and a copied user table show the server's data", async () => {
  const site = await startSite({ plugins: [admin(), organization()] }, [adminClient(), organizationClient()]);
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  await site.setUser(user.id, { role: "admin" });
  await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { organizationUi } = await copied("organization/plugin.tsx");
  const { adminUi } = await copied("admin/plugin.tsx");
  const { Organization } = await copied("organization/organization.tsx");
  const { AdminUsers } = await copied("admin/admin-users.tsx");
  const screens: readonly ComponentType[] = [Organization, AdminUsers];

  await show(
    visit,
    screens.map((Screen, at) => <Screen key={String(at)} />),
    [organizationUi(), adminUi()],
  );

  await screen.findByRole("heading", { name: "Acme" });
  const table = await screen.findByRole("table", { name: /users/i });
  await expect.poll(() => table.textContent).toContain("ann@example.com");
});
