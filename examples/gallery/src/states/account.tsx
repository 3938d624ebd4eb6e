/** States of the whole account page. Combines those of its sections. */

import { Account, en } from "@latchkey/ui";
import { capabilities } from "../fixtures/capabilities.ts";
import { as } from "../fixtures/default-responses.ts";
import { long } from "../fixtures/users.ts";
import { pending } from "../mock-fetch.ts";
import type { Gallery, State } from "../state.ts";
import { accountConnections } from "./account-connections.tsx";
import { accountDanger } from "./account-danger.tsx";
import { everything, offers } from "./account-parts.ts";
import { accountPasswordless, passwordlessProofs, passwordlessSecurity } from "./account-passwordless.tsx";
import { accountProfile } from "./account-profile.tsx";
import { accountSecurity } from "./account-security.tsx";
import { userButton } from "./user-button.tsx";

const whole = { element: <Account />, responses: everything, wide: true };
const pages: readonly State[] = [
  { ...whole, name: "filled", expectedText: en.profile.subtitle },
  { ...whole, name: "security", search: "#security", expectedText: en.changePassword.change },
  { ...whole, name: "connections", search: "#connections", expectedText: en.linkedAccounts.notConnected },
  { ...whole, name: "danger", search: "#danger", expectedText: en.deleteAccount.subtitle },
  {
    ...whole,
    name: "long",
    responses: {
      ...everything,
      ...as({ ...long, emailVerified: false, username: "wolfe.schlegelsteinhausenbergerdorff" }),
    },
    expectedText: long.name,
  },
  {
    ...whole,
    name: "little",
    responses: offers({
      signIn: { ...capabilities.signIn, providers: [] },
      account: { delete: "off", link: false, unlinkLast: false },
      email: { verification: false, required: false, change: "off", cancelChange: false, secondFactorConfirms: false },
      password: null,
      plugins: {},
    }),
    expectedText: en.profile.subtitle,
  },
  { ...whole, name: "loading", responses: { "/get-session": pending }, expectedText: en.loading },
  {
    ...whole,
    name: "loading-section",
    search: "#danger",
    responses: { "/capabilities": pending },
    expectedText: en.account.title,
  },
];

export const account: Gallery = {
  Account: pages,
  ...accountProfile,
  ...accountSecurity,
  ProofDialog: [...(accountProfile.ProofDialog ?? []), ...passwordlessProofs],
  AccountSecurity: [...(accountSecurity.AccountSecurity ?? []), ...passwordlessSecurity],
  ...accountPasswordless,
  ...accountConnections,
  ...accountDanger,
  ...userButton,
};
