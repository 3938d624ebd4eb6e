/** Gets CAPTCHA responses like the showcase's pages do, for sign-ups without a page. */

import type { SolvedChallenge } from "../server/challenge.ts";
import type { RunningShowcase } from "../server/server.ts";

/** Returns the value of the `x-captcha-response` header, for one sign-up. */
export async function solveChallenge(app: RunningShowcase): Promise<string> {
  const reply = await fetch(`${app.challenge}/challenge`, { method: "POST", headers: { origin: app.url } });
  const { response } = (await reply.json()) as SolvedChallenge;
  return response;
}
