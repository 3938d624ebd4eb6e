/** Limits for invitation emails per recipient. */

import { outboxEmpty } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { outcome, type Person, startOrganizations } from "../../test/app.ts";

const rateLimit = { enabled: true, customRules: { "/*": false } } as const;

async function start() {
  const it = await startOrganizations({}, { rateLimit });
  const mailsTo = async (email: string): Promise<number> => {
    await outboxEmpty(it.app.auth);
    return it.box.mails.filter(({ to }) => to === email).length;
  };
  const invite = (by: Person, email: string, resend = true) =>
    by.call("invite-member", { email, role: "member", resend });
  return { ...it, mailsTo, invite };
}

test("INVT-06: one organization doesn't use up another one's invitation emails", async () => {
  const { app, person, found, mailsTo, invite } = await start();
  const [eve, ann] = [await person("eve"), await person("ann")];
  await found(eve, "eve-co");
  await found(ann, "ann-co");
  for (let at = 0; at < 15; at++) expect((await invite(eve, "bob@example.com")).status).toBe(200);
  expect(await mailsTo("bob@example.com")).toBe(10);
  expect((await invite(ann, "bob@example.com", false)).status).toBe(200);
  expect(await mailsTo("bob@example.com")).toBe(11);
  app.clock.advance(3600);
  await invite(eve, "bob@example.com");
  expect(await mailsTo("bob@example.com")).toBe(12);
});

test("INVT-06: rejected invitations don't count, and all organizations together have a limit", async () => {
  const { person, found, mailsTo, invite } = await start();
  const ann = await person("ann");
  await found(ann, "ann-co");
  await invite(ann, "bob@example.com");
  const refused = [400, "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION"];
  for (let at = 0; at < 15; at++) expect(outcome(await invite(ann, "bob@example.com", false))).toEqual(refused);
  await invite(ann, "bob@example.com");
  expect(await mailsTo("bob@example.com")).toBe(2);
  for (let at = 0; at < 6; at++) {
    const owner = await person(`owner-${at}`);
    await found(owner, `org-${at}`);
    for (let time = 0; time < 12; time++) await invite(owner, "cem@example.com");
  }
  expect(await mailsTo("cem@example.com")).toBe(50);
});

test("INVT-06: several attempts to deliver one email count once", async () => {
  const { app, box, person, found, mailsTo, invite } = await start();
  const ann = await person("ann");
  await found(ann, "ann-co");
  for (let at = 0; at < 9; at++) await invite(ann, "bob@example.com");
  expect(await mailsTo("bob@example.com")).toBe(9);
  box.fail = () => Promise.reject(new Error("busy"));
  await invite(ann, "bob@example.com");
  for (let tries = 0; tries < 3; tries++) {
    await app.auth.api.deliverOutbox();
    app.clock.advance(120);
  }
  box.fail = null;
  await app.auth.api.deliverOutbox();
  expect(await mailsTo("bob@example.com")).toBe(10);
});
