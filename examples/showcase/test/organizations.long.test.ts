/** Tests organizations in a browser, with several users. */

import { en, fill, fillCount } from "@latchkey/ui";
import { organizationEn } from "@latchkey/ui/organization";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDialog } from "./browser.ts";
import { watchComplaints } from "./complaints.ts";
import {
  act,
  confirm,
  createOrganization,
  invitationHeading,
  invitationPath,
  invite,
  openSection,
  password,
  roleOf,
  rowOf,
  section,
  signUp,
  signUpAs,
  tabTo,
  toast,
} from "./organization-steps.ts";
import { chromium, openSite, type Site } from "./site.ts";

const { danger, invitation, invitations, list, members, own, roleNames, switcher, teams } = organizationEn;
const memberRole = roleNames.member ?? "";
const adminRole = roleNames.admin ?? "";

describe.skipIf(!chromium)("organizations, in a browser", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test("three people create, join, run, leave, and delete an organization", async () => {
    const ann = await signUp(site, "Ann");
    const annComplains = watchComplaints(ann);
    const bobs = await site.person();
    await (await signUp(site, "Bob", bobs)).close();
    await createOrganization(site, ann, "Acme Works");
    await invite(ann, "bob@example.com", "member");
    await invite(ann, "cem@example.com", "member");
    await openSection(ann, invitations.title);
    await rowOf(ann, invitations.title, "cem@example.com").waitFor();

    // Bob has an account, and is signed in.
    const bob = await site.open(await invitationPath(site, "bob@example.com"), bobs);
    const bobComplains = watchComplaints(bob);
    await invitationHeading(bob, "Ann", "Acme Works", memberRole).waitFor();
    await bob.getByRole("button", { name: invitation.accept }).click();
    await bob.getByRole("heading", { level: 1, name: "Acme Works" }).waitFor();
    await rowOf(bob, members.title, "ann@example.com").waitFor();
    expect(await bob.getByRole("button", { name: invitations.invite }).count()).toBe(0);

    // Cem is new, and only needs the invitation email.
    const cem = await site.open(await invitationPath(site, "cem@example.com"));
    await invitationHeading(cem, "Ann", "Acme Works", memberRole).waitFor();
    expect(await cem.getByLabel(en.email).inputValue()).toBe("cem@example.com");
    await signUpAs(cem, "Cem");
    await cem.getByRole("button", { name: invitation.accept }).click();
    await cem.getByRole("heading", { level: 1, name: "Acme Works" }).waitFor();
    await rowOf(cem, members.title, "bob@example.com").waitFor();
    expect(await cem.getByText(fill(en.verifyEmail.text, { email: "cem@example.com" })).count()).toBe(0);

    // Ann makes Bob an admin.
    await ann.reload();
    await ann.getByText(invitations.empty).waitFor();
    await openSection(ann, members.title);
    await roleOf(ann, "Bob").selectOption("admin");
    await toast(ann, fill(members.roleSaved, { name: "Bob" })).waitFor();
    await bob.reload();
    await bob.getByRole("button", { name: invitations.invite }).waitFor();
    expect(await roleOf(bob, "Ann").count()).toBe(0);

    await manageTeam(ann, bob);

    // Bob removes Cem, who has the page open.
    await act(bob, "Cem", members.remove);
    await confirm(bob, members.remove);
    await toast(bob, fill(members.removed, { name: "Cem" })).waitFor();
    await rowOf(bob, members.title, "Cem").waitFor({ state: "detached" });
    await cem.reload();
    await cem.getByText(list.emptyTitle).waitFor();

    // The only owner can't leave. Bob leaves, and Ann deletes the organization.
    await openSection(ann, danger.title);
    await section(ann, danger.title).getByText(members.onlyOwner).waitFor();
    expect(await ann.getByRole("button", { name: danger.leave }).count()).toBe(0);
    await openSection(bob, danger.title);
    await bob.getByRole("button", { name: danger.leave }).click();
    await confirm(bob, danger.leave);
    await bob.getByText(list.emptyTitle).waitFor();
    await ann.getByRole("button", { name: danger.remove }).click();
    await ann.getByLabel(fill(danger.confirm, { slug: "acme-works" })).fill("acme-works");
    await confirm(ann, danger.removeSubmit);
    await ann.getByText(list.emptyTitle).waitFor();
    await ann.getByRole("button", { name: fill(switcher.open, { name: switcher.personal }) }).waitFor();
    expect([...annComplains(), ...bobComplains()]).toEqual([]);
  });

  /** Ann creates a team with Bob, who makes it active. Then she deletes it. */
  async function manageTeam(ann: Page, bob: Page): Promise<void> {
    await openSection(ann, teams.title);
    await ann.getByRole("button", { name: teams.create }).click();
    await ann.locator(openDialog).getByLabel(teams.name).fill("Makers");
    await confirm(ann, teams.create);
    await section(ann, teams.title)
      .getByRole("link", { name: /Makers/ })
      .click();
    await section(ann, "Makers").waitFor();
    await ann.getByRole("combobox", { name: fill(teams.search, { team: "Makers" }) }).fill("bob");
    await ann.getByRole("option", { name: /Bob/ }).click();
    await toast(ann, fill(teams.added, { name: "Bob", team: "Makers" })).waitFor();
    await bob.getByRole("button", { name: fill(switcher.open, { name: "Acme Works" }) }).click();
    await bob.getByLabel(switcher.team).selectOption("Makers");
    await toast(bob, fill(teams.activated, { team: "Makers" })).waitFor();
    await bob.keyboard.press("Escape");
    await ann.getByRole("button", { name: fill(teams.actionsOf, { team: "Makers" }) }).click();
    await ann.getByRole("menuitem", { name: teams.remove }).click();
    await confirm(ann, teams.remove);
    await toast(ann, fill(teams.removed, { team: "Makers" })).waitFor();
    await section(ann, teams.title).waitFor();
    expect(await ann.getByRole("link", { name: /Makers/ }).count()).toBe(0);
  }

  test("invited users who are signed out can sign in first, even with a provider", async () => {
    const dan = await signUp(site, "Dan");
    await (await signUp(site, "Eve")).close();
    await createOrganization(site, dan, "Dan & Co");
    await invite(dan, "eve@example.com", "admin");
    await invite(dan, "fay@example.com", "member");
    const eve = await site.open(await invitationPath(site, "eve@example.com"));
    await eve.getByRole("button", { name: en.signUp.toSignIn }).click();
    await eve.getByLabel(en.password, { exact: true }).fill(password);
    await eve.getByRole("button", { name: en.signIn.submit, exact: true }).click();
    await eve.getByRole("button", { name: invitation.reject }).click();
    await eve.getByText(fill(own.rejected, { name: "Dan & Co" })).waitFor();

    const link = await invitationPath(site, "fay@example.com");
    await eve.goto(site.app.url + link);
    await eve.getByText(fill(invitation.otherText, { email: "eve@example.com" })).waitFor();
    await eve.getByRole("button", { name: invitation.signOut }).click();
    await eve.getByRole("button", { name: "Continue with Local identity" }).click();
    await eve.getByRole("heading", { name: "Choose an identity" }).waitFor();
    await eve.getByLabel("Email", { exact: true }).fill("fay@example.com");
    await eve.getByLabel("Name", { exact: true }).fill("Fay");
    await eve.getByRole("button", { name: "Continue", exact: true }).click();
    await eve.getByRole("button", { name: invitation.accept }).click();
    await eve.getByRole("heading", { level: 1, name: "Dan & Co" }).waitFor();
    await rowOf(eve, members.title, "fay@example.com").waitFor();
    await eve.goto(site.app.url + link);
    await eve.getByText(organizationEn.errors.INVITATION_NOT_FOUND ?? "").waitFor();
  });

  test("a user can invite two people and revoke one invitation with only the keyboard", async () => {
    const gus = await signUp(site, "Gus");
    await createOrganization(site, gus, "Gus");
    const { keyboard } = gus;
    const dialog = gus.locator(openDialog);
    const isFocused = (label: string) => gus.getByLabel(label, { exact: true }).evaluate(isActive);
    const button = gus.getByRole("button", { name: invitations.invite });
    await tabTo(gus, button);
    await keyboard.press("Enter");
    await dialog.waitFor();
    await expect.poll(() => isFocused(invitations.emails)).toBe(true);
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate(isActive)).toBe(true);

    await keyboard.press("Enter");
    await expect.poll(() => isFocused(invitations.emails)).toBe(true);
    await keyboard.type("hal@example.com,ida@example.com");
    await keyboard.press("Enter");
    await dialog.getByText("ida@example.com").waitFor();
    await tabTo(gus, dialog.getByLabel(members.role, { exact: true }));
    await keyboard.type(adminRole);
    await tabTo(gus, dialog.getByRole("button", { name: invitations.inviteSubmit }));
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await toast(gus, fillCount(en, invitations.sentSome, 2)).waitFor();
    await expect.poll(() => button.evaluate(isActive)).toBe(true);

    const nav = gus.getByRole("navigation", { name: organizationEn.nav });
    await nav.getByRole("link", { name: members.title }).focus();
    await tabTo(gus, nav.getByRole("link", { name: invitations.title }));
    await keyboard.press("Enter");
    const heading = gus.getByRole("heading", { name: invitations.title });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate(isActive)).toBe(true);
    await rowOf(gus, invitations.title, "hal@example.com").getByText(adminRole).waitFor();
    const actions = gus.getByRole("button", { name: fill(members.actionsOf, { name: "hal@example.com" }) });
    await tabTo(gus, actions);
    await keyboard.press("Enter");
    const revoke = gus.getByRole("menuitem", { name: invitations.cancel });
    await revoke.waitFor();
    await keyboard.press("End");
    await expect.poll(() => revoke.evaluate(isActive)).toBe(true);
    await keyboard.press("Enter");
    await dialog.waitFor();
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => actions.evaluate(isActive)).toBe(true);
    await keyboard.press("Enter");
    await revoke.waitFor();
    await keyboard.press("End");
    await expect.poll(() => revoke.evaluate(isActive)).toBe(true);
    await keyboard.press("Enter");
    await tabTo(gus, dialog.getByRole("button", { name: invitations.cancel }));
    await keyboard.press("Enter");
    await toast(gus, fill(invitations.canceled, { email: "hal@example.com" })).waitFor();
    await actions.waitFor({ state: "detached" });
    const next = gus.getByRole("button", { name: fill(members.actionsOf, { name: "ida@example.com" }) });
    await expect.poll(() => next.evaluate(isActive)).toBe(true);
  });

  test("a user can change a role and undo it with only the keyboard", async () => {
    const kim = await signUp(site, "Kim");
    await createOrganization(site, kim, "Kim & Co");
    await invite(kim, "leo@example.com", "member");
    const leo = await site.open(await invitationPath(site, "leo@example.com"));
    await signUpAs(leo, "Leo");
    await leo.getByRole("button", { name: invitation.accept }).click();
    await leo.getByRole("heading", { level: 1, name: "Kim & Co" }).waitFor();

    await kim.reload();
    const role = roleOf(kim, "Leo");
    await tabTo(kim, role);
    await kim.keyboard.type(adminRole);
    const saved = toast(kim, fill(members.roleSaved, { name: "Leo" }));
    await saved.waitFor();
    await expect.poll(() => role.inputValue()).toBe("admin");
    expect(await role.evaluate(isActive)).toBe(true);
    await kim.keyboard.press("F8");
    await tabTo(kim, kim.getByRole("button", { name: en.undo }));
    await kim.keyboard.press("Enter");
    await expect.poll(() => role.inputValue()).toBe("member");
    await leo.reload();
    await rowOf(leo, members.title, "kim@example.com").waitFor();
    expect(await leo.getByRole("button", { name: invitations.invite }).count()).toBe(0);
  });
});

/** Whether an element has focus. Runs in the page. */
const isActive = (element: Element): boolean => element === document.activeElement;
