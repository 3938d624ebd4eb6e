/** Tests single sign-on and a directory, from adding a domain to a member's sign-in. */

import { createDirectory, type TestDirectory } from "@latchkey/dev/directory";
import { createIdentityProvider } from "@latchkey/dev/identity-provider";
import { sqlite } from "@latchkey/sql/sqlite";
import { en } from "@latchkey/ui";
import { organizationEn } from "@latchkey/ui/organization";
import { scimEn } from "@latchkey/ui/scim";
import { ssoEn } from "@latchkey/ui/sso";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { people } from "../server/people.ts";
import { openDialog } from "./browser.ts";
import { watchComplaints } from "./complaints.ts";
import { openSection, section } from "./organization-steps.ts";
import { providerSteps } from "./provider-steps.ts";
import { chromium, openSite, type Site, seesAccount } from "./site.ts";

const { domains, providers, setup, tests } = ssoEn;
const { step } = scimEn;
const [, ann] = people;
const domain = "corp.test";
const samlDomain = "saml.test";

describe.skipIf(!chromium)("single sign-on in the showcase", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());
  const { answer } = providerSteps(() => site);

  /** Signs in Ann, who owns Acme, and opens the organization page. */
  async function openOrganization(): Promise<Page> {
    const page = await site.open("/sign-in");
    await page.getByLabel(en.email).fill(ann?.email ?? "");
    await page.getByLabel(en.password, { exact: true }).fill(ann?.password ?? "");
    await page.getByRole("button", { name: en.signIn.submit, exact: true }).click();
    await page.getByRole("button", { name: en.userButton.open }).waitFor();
    await page.request.post(`${site.app.url}/api/auth/organization/set-active`, {
      data: { organizationSlug: "acme-demo" },
      headers: { origin: site.app.url },
    });
    await page.goto(`${site.app.url}/organization`);
    await page.getByRole("navigation", { name: organizationEn.nav }).waitFor();
    return page;
  }

  /** Adds a domain on the organization page, and verifies it. */
  async function addDomain(page: Page, name: string): Promise<void> {
    await openSection(page, domains.title);
    await section(page, domains.title).getByRole("button", { name: domains.add }).click();
    await page.locator(openDialog).getByLabel(domains.domain).fill(name);
    await page.locator(openDialog).getByRole("button", { name: domains.add }).click();
    await page.locator(openDialog).getByRole("button", { name: domains.verify }).click();
    await section(page, domains.title).getByText(name, { exact: true }).waitFor();
    await page.locator(openDialog).waitFor({ state: "detached" });
  }

  /** Completes the setup's directory step, until the directory has added its first user. */
  async function connectDirectory(page: Page, email: string): Promise<TestDirectory> {
    await page.getByRole("button", { name: step.create }).click();
    const token = await page.getByLabel(scimEn.token, { exact: true }).inputValue();
    const baseURL = await page.getByLabel(scimEn.baseUrl).inputValue();
    await page.getByRole("button", { name: step.check }).click();
    await page.getByText(step.waiting).waitFor();
    const directory = createDirectory({ baseURL, token });
    await directory.assign({ email });
    await page.getByRole("button", { name: step.check }).click();
    await page.getByText(step.connected).waitFor();
    return directory;
  }

  async function suspendedMembers(): Promise<readonly string[]> {
    const database = await sqlite(site.file);
    const query = "SELECT email FROM user JOIN member ON member.userId = user.id WHERE member.suspendedAt IS NOT NULL";
    return (database.prepare(query).all() as { readonly email: string }[]).map(({ email }) => email);
  }

  /** Enters a user's details on the SAML identity provider's page. */
  async function signInAs(page: Page, email: string): Promise<void> {
    await page.getByLabel("Email", { exact: true }).last().fill(email);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  test("an owner verifies a domain, sets up and tests a provider, and a member signs in with it", async () => {
    const page = await openOrganization();
    const complaints = watchComplaints(page);
    await addDomain(page, domain);

    // Reads the values from Local identity's own page.
    const other = await site.open("/", page.context());
    await other.goto(site.app.issuer);
    const [issuer, clientId, clientSecret] = await Promise.all(
      ["Issuer URL", "Client ID", "Client secret"].map((label) => other.getByLabel(label).inputValue()),
    );
    await other.close();

    await openSection(page, providers.title);
    await section(page, providers.title).getByRole("button", { name: providers.add }).click();
    const next = page.getByRole("button", { name: setup.next });
    await page.getByLabel(setup.provider).selectOption("other");
    await next.click();
    await page.getByLabel(setup.redirectURI).waitFor();
    await next.click();
    await page.getByLabel(providers.name, { exact: true }).fill("Local identity");
    expect(await page.getByLabel(providers.domains).inputValue()).toBe(domain);
    await page.getByLabel(providers.issuer).fill(issuer ?? "");
    await page.getByLabel(providers.clientId).fill(clientId ?? "");
    await page.getByLabel(providers.clientSecret, { exact: true }).fill(clientSecret ?? "");
    await next.click();
    await page.getByText(setup.domainText).waitFor();
    await next.click();
    await page.getByRole("button", { name: providers.test, exact: true }).click();
    await answer(page, `kim@${domain}`, "Kim Corp");
    await page.getByText(tests.passed, { exact: true }).waitFor();
    await next.click();

    const directory = await connectDirectory(page, `max@${domain}`);
    await next.click();
    await page.getByRole("button", { name: providers.done }).click();
    await section(page, providers.title).getByText("Local identity").waitFor();
    expect(complaints()).toEqual([]);

    const member = await site.open("/sign-in/sso");
    await member.getByLabel(en.email).fill(`kim@${domain}`);
    await member.getByRole("button", { name: en.continue }).click();
    await answer(member, `kim@${domain}`, "Kim Corp");
    await seesAccount(member, "Kim Corp");
    await member.goto(`${site.app.url}/account#organizations`);
    await section(member, organizationEn.list.title).getByText("Acme", { exact: true }).waitFor();

    await directory.assign({ email: `lee@${domain}`, givenName: "Lee", familyName: "Corp" });
    await page.reload();
    await openSection(page, organizationEn.members.title);
    const lee = page.getByRole("row").filter({ hasText: `lee@${domain}` });
    await lee.waitFor();
    await directory.remove(`lee@${domain}`);
    expect(await suspendedMembers()).toEqual([`lee@${domain}`]);
  });

  test("an IT admin without an account sets up SAML and a directory with a link, and both work", async () => {
    const idp = await createIdentityProvider();
    try {
      const page = await openOrganization();
      await addDomain(page, samlDomain);
      await openSection(page, providers.title);
      await section(page, providers.title).getByRole("button", { name: providers.link }).click();
      await page.locator(openDialog).getByLabel(providers.linkDirectory).check();
      await page.locator(openDialog).getByRole("button", { name: providers.createLink }).click();
      const link = await page.locator(openDialog).getByLabel(providers.linkLabel).inputValue();
      expect(link.startsWith(`${site.app.url}/sso-setup?token=`)).toBe(true);

      const it = await (await site.person()).newPage();
      await it.goto(link);
      const complaints = watchComplaints(it);
      const next = it.getByRole("button", { name: setup.next });
      await next.click();
      await it.getByLabel(setup.provider).selectOption("other");
      await it.getByLabel(setup.protocol).selectOption("saml");
      await next.click();
      await it.getByLabel(setup.acsURL).waitFor();
      await next.click();
      await it.getByLabel(providers.name, { exact: true }).fill("Corporate login");
      await it.getByLabel(providers.domains).fill(samlDomain);
      await it.getByLabel(providers.metadataSource, { exact: true }).selectOption("url");
      await it.getByLabel(providers.metadataUrl, { exact: true }).fill(idp.entityId);
      await it.getByLabel(providers.entityId).fill(idp.entityId);
      await next.click();
      await it.getByText(setup.domainText).waitFor();
      await next.click();
      await it.getByRole("button", { name: providers.test, exact: true }).click();
      await signInAs(it, `ann@${samlDomain}`);
      await it.getByText(tests.passed, { exact: true }).waitFor();
      await next.click();
      const directory = await connectDirectory(it, `max@${samlDomain}`);
      await next.click();
      await it.getByText(setup.finished).waitFor();
      expect(complaints()).toEqual([]);

      const member = await site.open("/sign-in/sso");
      await member.getByLabel(en.email).fill(`lou@${samlDomain}`);
      await member.getByRole("button", { name: en.continue }).click();
      await signInAs(member, `lou@${samlDomain}`);
      await member.getByRole("heading", { name: en.account.title, exact: true, level: 1 }).waitFor();
      await member.goto(`${site.app.url}/account#organizations`);
      await section(member, organizationEn.list.title).getByText("Acme", { exact: true }).waitFor();

      await page.reload();
      await openSection(page, organizationEn.members.title);
      await page
        .getByRole("row")
        .filter({ hasText: `max@${samlDomain}` })
        .waitFor();
      await directory.remove(`max@${samlDomain}`);
      expect(await suspendedMembers()).toContain(`max@${samlDomain}`);
    } finally {
      await idp.close();
    }
  });
});
