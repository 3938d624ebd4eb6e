/** Captchas, put together. */

import type { Plugin } from "@latchkey/core";
import {
  type AuthContext,
  definePlugin,
  type Endpoint,
  type EndpointHook,
  fail,
  type PluginTypes,
  type RequestContext,
} from "@latchkey/core/plugin";
import { type CaptchaErrorCode, captchaErrors } from "./errors.ts";
import { type CaptchaOptions, type CaptchaSettings, resolveCaptcha } from "./options.ts";
import { verify } from "./verify.ts";

interface CaptchaRefusals {
  readonly signIn: CaptchaErrorCode;
  readonly signUp: CaptchaErrorCode;
}

/**
 * What the plugin adds to the types of an app: the codes that signing in and signing up can fail with. Calls of other
 * kinds fail with the same codes if their path is among the option `endpoints`, but the types don't know about it.
 */
export interface CaptchaTypes extends PluginTypes {
  readonly refusals: CaptchaRefusals;
}

/** The plugin, as `captcha` makes it. */
export interface CaptchaPlugin extends Plugin<CaptchaTypes> {
  readonly id: "captcha";
}

/** Longer ones than any service gives out are not passed on. */
const longestResponse = 8192;

/**
 * A captcha before endpoints that robots like: a request over HTTP must bring the solved one in the header
 * `x-captcha-response`, and the service is asked whether it is one. Calls by `auth.api` need none.
 *
 * @throws {Error} an option that is missing or makes no sense; at `createAuth`: a path that no endpoint has
 */
export function captcha(options: CaptchaOptions): CaptchaPlugin {
  const settings = resolveCaptcha(options);
  return definePlugin<CaptchaPlugin>({
    id: "captcha",
    errors: captchaErrors,
    // By stage, not by the option's paths: the types can't know those, and types and declaration agree.
    refusals: { signIn: captchaErrors, signUp: captchaErrors },
    hooks: [captchaHook(settings)],
    init: (context) => checkEndpoints(settings, context),
  });
}

function captchaHook(settings: CaptchaSettings): EndpointHook {
  const asked = [...settings.endpoints, ...settings.endpointsIfPresent];
  return {
    on: ({ path, aliasOf }) => asked.includes(aliasOf ?? path),
    errors: captchaErrors,
    before: (_, context) => (context.overHttp ? requireSolved(context, settings) : undefined),
  };
}

/** @throws {AuthError} `MISSING_RESPONSE`, `VERIFICATION_FAILED`, `UNKNOWN_ERROR` */
async function requireSolved(context: RequestContext, settings: CaptchaSettings): Promise<void> {
  const response = context.headers.get("x-captcha-response");
  if (!response) fail(captchaErrors, "MISSING_RESPONSE");
  if (response.length > longestResponse) fail(captchaErrors, "VERIFICATION_FAILED");
  const { kind, reason, cause } = await verify(context, settings, response);
  if (kind === "passed") return;
  const details = { provider: settings.provider, endpoint: context.endpointId, reason };
  if (kind === "refused") {
    context.log.info("A captcha was refused", details);
    fail(captchaErrors, "VERIFICATION_FAILED");
  }
  if (kind === "unavailable" && settings.allowsOutage) {
    context.log.warn("A captcha could not be checked: the request was let pass", { ...details, error: cause });
    return;
  }
  fail(captchaErrors, "UNKNOWN_ERROR", { cause: cause ?? new Error(`${settings.provider}: ${reason}`) });
}

/** A path with a slip of the pen would leave open what the app meant to guard. */
function checkEndpoints({ endpoints }: CaptchaSettings, { extensions }: AuthContext): void {
  for (const path of endpoints) {
    const found = Object.values(extensions.endpoints).find((endpoint) => endpoint.path === path);
    if (!found) throw new Error(`captcha.endpoints: no endpoint has the path "${path}".`);
    if (found.aliasOf)
      throw new Error(`captcha.endpoints: "${path}" is another name of "${found.aliasOf}": give that.`);
    if (!canCarry(found)) throw new Error(`captcha.endpoints: browsers come to "${path}" by a link, with no headers.`);
  }
}

function canCarry({ method, serverOnly }: Endpoint): boolean {
  return method === "POST" && serverOnly !== true;
}
