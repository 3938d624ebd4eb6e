/** Valid requests to the JWT plugin. */

import { ann, get, type Samples, strangerGets } from "./sample.ts";

export const jwtSamples: Samples = {
  getJwks: [strangerGets()],
  getToken: [get(ann)],
  listEndedSessions: [strangerGets()],
};
