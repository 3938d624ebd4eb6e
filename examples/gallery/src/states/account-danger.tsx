/** States of deleting the account. */

import { AccountDanger, en, fill } from "@latchkey/ui";
import { capabilities } from "../fixtures/capabilities.ts";
import { as } from "../fixtures/default-responses.ts";
import { ann, long } from "../fixtures/users.ts";
import { errorResponse } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { everything, offers, state } from "./account-parts.ts";

const danger = { element: <AccountDanger />, responses: everything };
const ask = ({ click }: UserActions): Promise<void> => click("button", en.deleteAccount.open);
const confirmEnd = async (hand: UserActions): Promise<void> => {
  await ask(hand);
  await hand.type(en.password, "correct horse battery");
  await hand.type(fill(en.deleteAccount.typeEmail, { email: ann.email }), ann.email);
  await hand.click("button", en.deleteAccount.submit);
};
const byMail = offers({ account: { ...capabilities.account, delete: "email" } });
const ends: readonly State[] = [
  { ...danger, name: "resting", expectedText: en.deleteAccount.subtitle },
  { ...danger, name: "question", play: ask, expectedText: en.deleteAccount.dialogTitle },
  {
    ...danger,
    name: "question-long",
    responses: { ...everything, ...as(long) },
    play: ask,
    expectedText: fill(en.deleteAccount.typeEmail, { email: long.email }),
  },
  {
    ...danger,
    name: "no-password",
    responses: { ...everything, ...state({ hasPassword: false }) },
    play: ask,
    expectedText: en.deleteAccount.dialogTitle,
  },
  {
    ...danger,
    name: "refused",
    responses: { ...everything, "/delete-user": errorResponse(400, "INVALID_PASSWORD") },
    play: confirmEnd,
    expectedText: en.errors.INVALID_PASSWORD as string,
  },
  {
    ...danger,
    name: "mail-question",
    responses: byMail,
    play: ask,
    expectedText: fill(en.deleteAccount.mailText, { email: ann.email }),
  },
  {
    ...danger,
    name: "mailed",
    responses: byMail,
    play: async (hand) => {
      await ask(hand);
      await hand.click("button", en.deleteAccount.mailSubmit);
    },
    expectedText: fill(en.deleteAccount.mailed, { email: ann.email }),
  },
  {
    ...danger,
    name: "sole-owner",
    responses: {
      ...everything,
      ...state({
        soleOwnerOf: [
          { id: "o-acme", name: "Acme" },
          { id: "o-long", name: long.name },
        ],
      }),
    },
    expectedText: en.deleteAccount.soleOwner,
  },
  ...submittingStates({ ...danger, play: confirmEnd }, "/delete-user", "(busy)"),
];

export const accountDanger: Gallery = { AccountDanger: ends };
