/** States of the user menu. */

import { en, UserButton } from "@latchkey/ui";
import { adminEn } from "@latchkey/ui/admin";
import { as } from "../fixtures/default-responses.ts";
import { ann, long, picture, signedIn } from "../fixtures/users.ts";
import { offline, ok } from "../mock-fetch.ts";
import type { Gallery, State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const button = { element: <UserButton /> };
const open = ({ click }: UserActions): Promise<void> => click("button", "Account menu");
const buttons: readonly State[] = [
  { ...button, name: "closed", expectedText: "Account menu" },
  {
    ...button,
    name: "picture",
    responses: { "/get-session": ok(signedIn({ ...ann, image: picture })) },
    expectedText: "Account menu",
  },
  { ...button, name: "open", play: open, expectedText: adminEn.menu },
  { ...button, name: "long", responses: as(long), play: open, expectedText: long.email },
  {
    ...button,
    name: "offline",
    responses: { "/sign-out": offline },
    play: async (hand) => {
      await open(hand);
      await hand.click("menuitem", "Sign out");
    },
    expectedText: en.errors.NETWORK_ERROR ?? "",
  },
];

export const userButton: Gallery = { UserButton: buttons };
