// @vitest-environment jsdom

import { definePlugin, defineUntypedEndpoint, setSignedCookie, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";

history.replaceState(null, "", "/sign-in");

watchScreens();

/** Creates the state that a callback leaves in the browser if the provider shares no email. */
const comeWithoutAddress = defineUntypedEndpoint({
  method: "POST",
  path: "/come-without-address",
  summary: "For this test",
  queryBudget: 2,
  async handle(_, context) {
    const [user] = await context.db.findMany(userTable, { limit: 1 });
    if (!user) throw new Error("No one is connected.");
    await context.db.update(userTable, { where: { id: user.id }, set: { email: "kim@idp.invalid" } });
    setSignedCookie(context, "add_email", `${user.id}.${user.epoch}.${context.now().getTime() + 3_600_000}.`, 3600);
    return { status: true };
  },
});

async function start() {
  const box = createMailbox();
  const mails = mailOptions(box);
  const site = await startSite({
    ...mails,
    plugins: [definePlugin({ id: "test", endpoints: { comeWithoutAddress } })],
  });
  const visit = site.visit();
  await site.browser().signUp("kim@example.com");
  const { person } = visit.show(<SignIn search="?error=email_required" />);
  const give = async (email: string): Promise<void> => {
    await person.type(screen.getAllByLabelText(en.email)[0] as HTMLElement, email);
    await person.click(screen.getByRole("button", { name: en.social.addEmail.submit }));
  };
  return { box, visit, give };
}

test("a user without an email can enter one, and is asked to check their inbox", async () => {
  const { box, visit, give } = await start();
  await visit.browser.post("/come-without-address", {});
  expect(screen.getByRole("status").textContent).toBe(en.social.addEmail.text);
  await give("new@example.com");
  await screen.findByText(fill(en.social.addEmail.sent, { email: "new@example.com" }));
  await waitFor(() => expect(box.mails.at(-1)?.to).toBe("new@example.com"));
});

test("without a pending sign-in, entering an email shows an error", async () => {
  const { give } = await start();
  await give("new@example.com");
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.UNAUTHORIZED);
});
