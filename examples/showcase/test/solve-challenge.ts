/** Gets CAPTCHA responses as the showcase's own pages do, for sign-ups that no page makes. */

import type { SolvedChallenge } from "../server/challenge.ts";
import type { RunningShowcase } from "../server/server.ts";

/** Returns the value of the header `x-captcha-response`, for one sign-up. */
export async function solveChallenge(app: RunningShowcase): Promise<string> {
  const reply = await fetch(`${app.challenge}/challenge`, { method: "POST", headers: { origin: app.url } });
  const { response } = (await reply.json()) as SolvedChallenge;
  return response;
}
