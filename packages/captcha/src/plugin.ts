/** Assembles the CAPTCHA plugin. */

import type { Plugin } from "@latchkey/core";
import {
  type AuthContext,
  type DeclaredEndpoint,
  definePlugin,
  type EndpointHook,
  fail,
  type PluginTypes,
  type RequestContext,
  suggestion,
} from "@latchkey/core/plugin";
import { type CaptchaErrorCode, captchaErrors } from "./errors.ts";
import { type CaptchaOptions, type CaptchaSettings, resolveCaptcha } from "./options.ts";
import { verifyCaptcha } from "./verify.ts";

interface CaptchaStageErrors {
  readonly signIn: CaptchaErrorCode;
  readonly signUp: CaptchaErrorCode;
}

/**
 * What the plugin adds to an app's types: the error codes of sign-in and sign-up. Other calls fail with the same codes
 * if their path is in the `endpoints` option, but their types don't include them.
 */
export interface CaptchaTypes extends PluginTypes {
  readonly stageCodes: CaptchaStageErrors;
}

/** The plugin that `captcha` returns. */
export interface CaptchaPlugin extends Plugin<CaptchaTypes> {
  readonly id: "captcha";
}

/**
 * The maximum length of a CAPTCHA response, which is more than any provider uses. Longer ones aren't sent to the
 * provider.
 */
const maxResponseLength = 8192;

/**
 * Requires a CAPTCHA for endpoints that bots target. HTTP requests must send the CAPTCHA response in the
 * `x-captcha-response` header, and the plugin verifies it with the provider. Calls of `auth.api` don't need one.
 *
 * @throws {Error} if an option is missing or invalid. `createAuth` throws if no endpoint has one of the paths.
 */
export function captcha(options: CaptchaOptions): CaptchaPlugin {
  const settings = resolveCaptcha(options);
  return definePlugin<CaptchaPlugin>({
    id: "captcha",
    errors: captchaErrors,
    // Declared by stage, because the types can't know the paths in the option and must match this declaration.
    stageErrors: { signIn: captchaErrors, signUp: captchaErrors },
    hooks: [captchaHook(settings)],
    capabilities: (_, isCallable) => ({
      captcha: {
        provider: settings.provider,
        siteKey: settings.siteKey,
        paths: [...settings.endpoints, ...settings.optionalEndpoints].filter(isCallable),
      },
    }),
    init: (context) => checkEndpoints(settings, context),
  });
}

function captchaHook(settings: CaptchaSettings): EndpointHook {
  const paths = [...settings.endpoints, ...settings.optionalEndpoints];
  return {
    on: ({ path, aliasOf }) => paths.includes(aliasOf ?? path),
    errors: captchaErrors,
    before: (_, context) => (context.isHttp ? requireSolvedCaptcha(context, settings) : undefined),
  };
}

/** @throws {AuthError} `MISSING_RESPONSE`, `VERIFICATION_FAILED`, `UNKNOWN_ERROR` */
async function requireSolvedCaptcha(context: RequestContext, settings: CaptchaSettings): Promise<void> {
  const response = context.header("x-captcha-response");
  if (!response) fail(captchaErrors, "MISSING_RESPONSE");
  if (response.length > maxResponseLength) fail(captchaErrors, "VERIFICATION_FAILED");
  const { kind, reason, cause } = await verifyCaptcha(context, settings, response);
  if (kind === "passed") return;
  const details = { provider: settings.provider, endpoint: context.endpointId, reason };
  if (kind === "refused") {
    context.log.info("A captcha was refused", details);
    fail(captchaErrors, "VERIFICATION_FAILED");
  }
  if (kind === "unavailable" && settings.allowWhenUnavailable) {
    context.log.warn("A captcha could not be checked, so the request was accepted", { ...details, error: cause });
    return;
  }
  fail(captchaErrors, "UNKNOWN_ERROR", { cause: cause ?? new Error(`${settings.provider}: ${reason}`) });
}

/** Throws for a mistyped path, which would leave the intended endpoint unprotected. */
function checkEndpoints({ endpoints }: CaptchaSettings, { extensions }: AuthContext): void {
  for (const path of endpoints) {
    const found = Object.values(extensions.endpoints).find((endpoint) => endpoint.path === path);
    if (!found) {
      const known = Object.values(extensions.endpoints).filter(canSendHeader);
      const hint = suggestion(
        path,
        known.map((endpoint) => endpoint.path),
      );
      throw new Error(`captcha.endpoints: no endpoint has the path "${path}".${hint}`);
    }
    if (found.aliasOf)
      throw new Error(`captcha.endpoints: "${path}" is an alias of "${found.aliasOf}". Use "${found.aliasOf}".`);
    if (!canSendHeader(found))
      throw new Error(
        `captcha.endpoints: browsers open "${path}" with a link, so they can't send a CAPTCHA response. Remove it.`,
      );
  }
}

function canSendHeader({ method, serverOnly }: DeclaredEndpoint): boolean {
  return method === "POST" && serverOnly !== true;
}
