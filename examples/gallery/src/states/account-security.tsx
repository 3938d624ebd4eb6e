/** States of the security section and its groups of rows. */

import { AccountSecurity, en, fill, Row, Rows, RowsGroup, Screen, Section } from "@latchkey/ui";
import { ann, own, sessions } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { everything, offers, state } from "./account-parts.ts";

const changePassword = `${en.changePassword.change} (${en.password})`;

const security = { element: <AccountSecurity />, responses: everything };
const openPassword = ({ click }: UserActions): Promise<void> => click("button", changePassword);
const renew = async (hand: UserActions): Promise<void> => {
  await openPassword(hand);
  await hand.type(en.currentPassword, "correct horse battery");
  await hand.type(en.newPassword, "battery staple horse");
  await hand.click("button", en.changePassword.submit);
};
/** A server that ends the other sessions when the password changes. */
function signsOutOthers(): MockResponses {
  let isChanged = false;
  return {
    "/change-password": () => {
      isChanged = true;
      return ok({ status: true });
    },
    "/list-sessions": () => ok(isChanged ? [own] : sessions),
  };
}
const noPassword = { ...everything, ...state({ hasPassword: false }) };
const setPassword = `${en.changePassword.set} (${en.password})`;
const securities: readonly State[] = [
  { ...security, name: "filled", expectedText: en.changePassword.change },
  { ...security, name: "password", play: openPassword, expectedText: en.changePassword.signOutOthers },
  {
    ...security,
    name: "password-short",
    play: async (hand) => {
      await openPassword(hand);
      await hand.type(en.newPassword, "horse");
    },
    expectedText: "3 more characters needed.",
  },
  {
    ...security,
    name: "password-refused",
    responses: { ...everything, "/change-password": errorResponse(400, "INVALID_PASSWORD") },
    play: renew,
    expectedText: en.errors.INVALID_PASSWORD as string,
  },
  {
    ...security,
    name: "password-changed",
    responses: { ...everything, ...signsOutOthers() },
    play: renew,
    expectedText: en.changePassword.doneEverywhere,
  },
  { ...security, name: "no-password", responses: noPassword, expectedText: en.changePassword.none },
  {
    ...security,
    name: "set-password",
    responses: noPassword,
    play: ({ click }) => click("button", setPassword),
    expectedText: en.changePassword.setTitle,
  },
  {
    ...security,
    name: "password-link-sent",
    responses: noPassword,
    play: async ({ click }) => {
      await click("button", setPassword);
      await click("button", en.changePassword.setSubmit);
    },
    expectedText: fill(en.changePassword.setSent, { email: ann.email }),
  },
  {
    ...security,
    name: "passwords-off",
    responses: offers({ password: null }),
    expectedText: en.security.subtitle,
  },
  ...submittingStates({ ...security, play: renew }, "/change-password", "(busy)"),
];

const groups: readonly State[] = [
  {
    name: "in-a-section",
    element: (
      <Screen>
        <Section title={en.security.title}>
          <RowsGroup title={en.password} text={en.changePassword.text}>
            <Rows>
              <Row label={en.password} value={en.account.notSet} />
            </Rows>
          </RowsGroup>
        </Section>
      </Screen>
    ),
    expectedText: en.changePassword.text,
  },
];

export const accountSecurity: Gallery = { AccountSecurity: securities, RowsGroup: groups };
