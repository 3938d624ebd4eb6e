/** Valid requests to the plugins for several accounts, one-time tokens, and One Tap. */

import { ann, get, type MakeSample, newcomerPosts, type Samples, strangerGets, strangerPosts } from "./sample.ts";

const ownSession: MakeSample = newcomerPosts(async ({ browser }) => {
  const { body } = await browser.get<{ session: { token: string } }[]>("/multi-session/list-device-sessions");
  return { sessionToken: body[0]?.session.token };
});

export const accountSamples: Samples = {
  listDeviceSessions: [get(ann), strangerGets()],
  setActiveSession: [ownSession],
  revokeDeviceSession: [ownSession],
  generateOneTimeToken: [get(ann), get(ann, () => ({ audience: "https://trusted.test" }))],
  verifyOneTimeToken: [
    async (world) => {
      const { browser } = await world.newcomer();
      const { body } = await browser.get<{ token: string }>("/one-time-token/generate");
      return { browser: world.app.browser(), person: null, body: { token: body.token } };
    },
  ],
  oneTapCallback: [
    strangerPosts(() => ({ idToken: "a.b.c", nonce: "n", callbackURL: "/welcome" })),
    strangerPosts(() => ({ idToken: "a.b.c" })),
  ],
  oneTapNonce: [strangerGets()],
};
