/** `/ok` for health checks, and `/error` for redirects that can't lead back to the app. */

import { renderMessagePage } from "../../http/page.ts";
import { htmlResponse } from "../../http/reply.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { literal, object, page, type Shape } from "../../shapes/shape.ts";
import type { PagesCalls } from "./contract.ts";

const okOutput: Shape<{ readonly ok: true }> = object({ ok: literal(true) });

/**
 * Responds while the process is running. Sends no database queries. During development, signs a challenge from a
 * request header, so that a tool with the app's secret can tell this server from another app on the same port.
 */
export const ok: EndpointOf<PagesCalls["ok"]> = defineEndpoint({
  method: "GET",
  path: "/ok",
  summary: "Health check",
  output: okOutput,
  queryBudget: 0,
  handle(_, context) {
    const challenge = context.settings.production ? null : context.header("latchkey-challenge");
    if (challenge && /^[\w-]{16,64}$/.test(challenge)) {
      context.reply.setHeader("latchkey-proof", context.keys.signing("server-proof").signBase64Url(challenge));
    }
    return { ok: true };
  },
});

/** Shows an error code and a link back to the app. Anyone can craft this URL, so only well-formed codes are shown. */
export const errorPage: EndpointOf<PagesCalls["errorPage"]> = defineEndpoint({
  method: "GET",
  path: "/error",
  summary: "Show an error page",
  input: input.object({ error: input.optional(input.rawText({ max: 2000 })) }),
  output: page,
  queryBudget: 0,
  handle({ error }, { settings, origin }) {
    const code = /^[A-Za-z0-9_.-]{1,100}$/.test(error ?? "") ? (error as string) : "unknown_error";
    return htmlResponse(
      renderMessagePage({
        appName: settings.appName,
        title: "Something went wrong",
        text: "The request couldn't be completed. Go back and try again.",
        code,
        home: `${origin}/`,
      }),
    );
  },
});
