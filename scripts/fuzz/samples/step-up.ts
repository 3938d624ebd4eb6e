/** Valid requests to the step-up plugin. */

import { ann, get, newcomerPosts, type Samples, strangerPosts } from "./sample.ts";

export const stepUpSamples: Samples = {
  assurance: [get(ann)],
  listKnownDevices: [get(ann)],
  forgetKnownDevice: [newcomerPosts(() => ({ id: "none" }))],
  notMePage: [async (world) => ({ browser: world.app.browser(), person: null, query: { token: "none" } })],
  reportSignIn: [strangerPosts(() => ({ token: "none" }))],
  notMe: [strangerPosts(() => ({ token: "none" }))],
};
