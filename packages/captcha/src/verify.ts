/** Verifies CAPTCHA responses with the provider. */

import { boundedFetch, type RequestContext } from "@latchkey/core/plugin";
import type { CaptchaSettings } from "./options.ts";
import { captchaProviders } from "./providers.ts";

/**
 * The result of a verification.
 *
 * - `refused`: not solved, already used, solved for another page, or with a score that's missing or too low.
 * - `broken`: the app's settings are wrong, or the provider rejects the request itself.
 * - `unavailable`: the provider couldn't tell.
 */
export interface VerificationResult {
  readonly kind: "passed" | "refused" | "broken" | "unavailable";
  /** For the log. Never contains the CAPTCHA response or the secret key. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** The parts of the provider's response that are used. */
interface SiteVerifyResponse {
  readonly success: boolean;
  readonly "error-codes"?: unknown;
  readonly hostname?: unknown;
  readonly action?: unknown;
  readonly score?: unknown;
}

const maxResponseBytes = 65_536;

/** Asks the provider. Never throws. */
export async function verifyCaptcha(
  context: RequestContext,
  settings: CaptchaSettings,
  token: string,
): Promise<VerificationResult> {
  const send = boundedFetch(context, { timeoutMs: settings.timeLimitMs, maxBytes: maxResponseBytes });
  try {
    const response = await send(settings.url, { method: "POST", body: buildForm(context, settings, token) });
    return evaluateResponse(settings, response.status, parse(await response.text()));
  } catch (cause) {
    return { kind: "unavailable", reason: "no response", cause };
  }
}

function buildForm(context: RequestContext, settings: CaptchaSettings, token: string): URLSearchParams {
  const form = new URLSearchParams({ secret: settings.secretKey, response: token });
  if (settings.siteKey !== null) form.set("sitekey", settings.siteKey);
  const address = settings.sendAddress && context.settings.trackClient ? context.clientAddress : null;
  if (address !== null) form.set("remoteip", address);
  return form;
}

function evaluateResponse(
  settings: CaptchaSettings,
  status: number,
  answer: SiteVerifyResponse | null,
): VerificationResult {
  if (status >= 500 || status === 408 || status === 429) return { kind: "unavailable", reason: `status ${status}` };
  // A visitor's input could cause a 4xx status. It must not count as an outage, which could let the request through.
  if (status !== 200 && !(answer && !answer.success)) return { kind: "broken", reason: `status ${status}` };
  if (!answer) return { kind: "unavailable", reason: "invalid response" };
  return answer.success ? evaluateSolved(settings, answer) : evaluateUnsolved(settings, answer);
}

function evaluateUnsolved({ provider }: CaptchaSettings, answer: SiteVerifyResponse): VerificationResult {
  const codes = Array.isArray(answer["error-codes"]) ? answer["error-codes"].map(String).slice(0, 10) : [];
  const { configurationErrors, outageErrors } = captchaProviders[provider];
  const reason = codes.join(", ") || "not solved";
  if (codes.some((code) => configurationErrors.includes(code))) return { kind: "broken", reason };
  if (codes.some((code) => outageErrors.includes(code))) return { kind: "unavailable", reason };
  return { kind: "refused", reason };
}

function evaluateSolved(
  settings: CaptchaSettings,
  { action, hostname, score }: SiteVerifyResponse,
): VerificationResult {
  const refused = (reason: string): VerificationResult => ({ kind: "refused", reason });
  if (settings.action !== null && action !== settings.action) return refused("wrong action");
  if (settings.hostnames && !(typeof hostname === "string" && settings.hostnames.includes(hostname.toLowerCase()))) {
    return refused("wrong hostname");
  }
  // Version 2 has no score. A score that isn't a number counts as missing.
  if (typeof score !== "number") return settings.requireScore ? refused("no score") : { kind: "passed", reason: "" };
  return score >= settings.minScore ? { kind: "passed", reason: "" } : refused(`score ${score}`);
}

function parse(text: string): SiteVerifyResponse | null {
  try {
    const value: unknown = JSON.parse(text);
    const isAnswer =
      typeof value === "object" && value !== null && typeof (value as SiteVerifyResponse).success === "boolean";
    return isAnswer ? (value as SiteVerifyResponse) : null;
  } catch {
    return null;
  }
}
