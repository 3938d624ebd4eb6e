/** Asking a service whether a captcha was solved. */

import { boundedFetch, type RequestContext } from "@latchkey/core/plugin";
import type { CaptchaSettings } from "./options.ts";
import { services } from "./services.ts";

/**
 * What came of it. `refused`: not solved, spent, or solved for another page. `broken`: the app's own settings are wrong,
 * or the service does not take the request as it is. `unavailable`: the service could not say.
 */
export interface Verdict {
  readonly kind: "passed" | "refused" | "broken" | "unavailable";
  /** For the log. Never holds the answer that was checked, nor the key. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** A service's answer, as far as it is read. */
interface Verified {
  readonly success: boolean;
  readonly "error-codes"?: unknown;
  readonly hostname?: unknown;
  readonly action?: unknown;
  readonly score?: unknown;
}

const longestAnswer = 65_536;

/** Asks the service. Never throws. */
export async function verify(context: RequestContext, settings: CaptchaSettings, token: string): Promise<Verdict> {
  const send = boundedFetch(context, { timeLimitMs: settings.timeLimitMs, sizeLimit: longestAnswer });
  try {
    const response = await send(settings.url, { method: "POST", body: question(context, settings, token) });
    return judge(settings, response.status, parse(await response.text()));
  } catch (cause) {
    return { kind: "unavailable", reason: "no answer", cause };
  }
}

function question(context: RequestContext, settings: CaptchaSettings, token: string): URLSearchParams {
  const form = new URLSearchParams({ secret: settings.secretKey, response: token });
  if (settings.siteKey !== null) form.set("sitekey", settings.siteKey);
  const address = settings.sendAddress && context.settings.trackAddress ? context.clientAddress : null;
  if (address !== null) form.set("remoteip", address);
  return form;
}

function judge(settings: CaptchaSettings, status: number, answer: Verified | null): Verdict {
  if (status >= 500 || status === 408 || status === 429) return { kind: "unavailable", reason: `status ${status}` };
  // What a visitor sends may provoke a status of 4xx: it must never count as an outage, which could let them pass.
  if (status !== 200 && !(answer && !answer.success)) return { kind: "broken", reason: `status ${status}` };
  if (!answer) return { kind: "unavailable", reason: "an answer that is none" };
  return answer.success ? judgeSolved(settings, answer) : judgeUnsolved(settings, answer);
}

function judgeUnsolved({ provider }: CaptchaSettings, answer: Verified): Verdict {
  const codes = Array.isArray(answer["error-codes"]) ? answer["error-codes"].map(String).slice(0, 10) : [];
  const { ownFaults, outages } = services[provider];
  const reason = codes.join(", ") || "not solved";
  if (codes.some((code) => ownFaults.includes(code))) return { kind: "broken", reason };
  if (codes.some((code) => outages.includes(code))) return { kind: "unavailable", reason };
  return { kind: "refused", reason };
}

function judgeSolved(settings: CaptchaSettings, { action, hostname, score }: Verified): Verdict {
  const refused = (reason: string): Verdict => ({ kind: "refused", reason });
  if (settings.action !== null && action !== settings.action) return refused("another action");
  if (settings.hostnames && !(typeof hostname === "string" && settings.hostnames.includes(hostname.toLowerCase()))) {
    return refused("another host");
  }
  // Version 2 has no score; one that is no number is none.
  if (typeof score !== "number") return settings.needsScore ? refused("no score") : { kind: "passed", reason: "" };
  return score >= settings.minScore ? { kind: "passed", reason: "" } : refused(`score ${score}`);
}

function parse(text: string): Verified | null {
  try {
    const value: unknown = JSON.parse(text);
    const isAnswer = typeof value === "object" && value !== null && typeof (value as Verified).success === "boolean";
    return isAnswer ? (value as Verified) : null;
  } catch {
    return null;
  }
}
