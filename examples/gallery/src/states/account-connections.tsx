/** States of connected accounts. */

import { AccountConnections, en, fill } from "@latchkey/ui";
import { accounts } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { everything } from "./account-parts.ts";

const linked = { element: <AccountConnections />, responses: everything };
const github = accounts.slice(1);
const askDisconnect = ({ click }: UserActions): Promise<void> =>
  click("button", fill(en.linkedAccounts.disconnectLabel, { provider: "GitHub" }));
const disconnect = async (hand: UserActions): Promise<void> => {
  await askDisconnect(hand);
  await hand.click("button", en.linkedAccounts.disconnect);
};
const links: readonly State[] = [
  { ...linked, name: "filled", expectedText: en.linkedAccounts.notConnected },
  {
    ...linked,
    name: "last",
    responses: { ...everything, "/list-accounts": ok(github) },
    expectedText: en.linkedAccounts.last,
  },
  {
    ...linked,
    name: "question",
    play: askDisconnect,
    expectedText: fill(en.linkedAccounts.disconnectTitle, { provider: "GitHub" }),
  },
  {
    ...linked,
    name: "leaving",
    responses: { ...everything, "/link-social": pending },
    play: ({ click }) => click("button", fill(en.linkedAccounts.connectLabel, { provider: "Google" })),
    expectedText: "(busy)",
  },
  {
    ...linked,
    name: "refused",
    responses: { ...everything, "/unlink-account": errorResponse(400, "FAILED_TO_UNLINK_LAST_ACCOUNT") },
    play: disconnect,
    expectedText: en.errors.FAILED_TO_UNLINK_LAST_ACCOUNT as string,
  },
  {
    ...linked,
    name: "back-refused",
    search: "?error=email_does_not_match",
    expectedText: en.social.errors.email_does_not_match as string,
  },
  ...loadingStates(linked, "/list-accounts", en.loading),
];

export const accountConnections: Gallery = { AccountConnections: links };
