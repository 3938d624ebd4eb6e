/** States of the active sessions. */

import { Devices, en, fillCount } from "@latchkey/ui";
import { own, sessions } from "../fixtures/users.ts";
import { notFresh, offline, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";

const texts = en.sessions;
const devices = { element: <Devices /> };
const many = Array.from({ length: 14 }, (_, at) => ({ ...own, token: at === 0 ? own.token : `s-${at}` }));
const endPhone = /^Sign out of Safari/;

const states: readonly State[] = [
  { ...devices, name: "filled", expectedText: texts.unknownDevice },
  { ...devices, name: "one", responses: { "/list-sessions": ok([own]) }, expectedText: texts.activeNow },
  { ...devices, name: "two", responses: { "/list-sessions": ok(sessions.slice(0, 2)) }, expectedText: "Safari" },
  {
    ...devices,
    name: "many",
    responses: { "/list-sessions": ok(many) },
    expectedText: fillCount(en, texts.showMore, 4),
  },
  { ...devices, name: "ended", play: ({ click }) => click("button", endPhone), expectedText: texts.revoked },
  {
    ...devices,
    name: "failed",
    responses: { "/revoke-session": offline },
    play: ({ click }) => click("button", endPhone),
    expectedText: String(en.errors.NETWORK_ERROR),
  },
  {
    ...devices,
    name: "question",
    play: ({ click }) => click("button", texts.revokeOthers),
    expectedText: texts.revokeOthersTitle,
  },
  {
    ...devices,
    name: "ending",
    responses: { "/revoke-other-sessions": pending },
    play: async ({ click }) => {
      await click("button", texts.revokeOthers);
      await click("button", texts.revokeOthersConfirm);
    },
    expectedText: "(busy)",
  },
  { ...devices, name: "not-fresh", responses: { "/list-sessions": notFresh }, expectedText: en.proof.title },
  ...loadingStates(devices, "/list-sessions", en.loading),
];

export const activeSessions: Gallery = { Devices: states };
