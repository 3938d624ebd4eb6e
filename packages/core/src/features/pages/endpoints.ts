/** `/ok`, for probes, and `/error`, the page that people see when a redirect cannot carry them on. */

import { messagePage } from "../../http/page.ts";
import { htmlResponse } from "../../http/reply.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { literal, object, page, type Shape } from "../../shapes/shape.ts";
import type { PagesCalls } from "./contract.ts";

const okOutput: Shape<{ readonly ok: true }> = object({ ok: literal(true) });

/** Answers as long as the process does. Asks no database. */
export const ok: EndpointOf<PagesCalls["ok"]> = defineEndpoint({
  method: "GET",
  path: "/ok",
  summary: "Whether the handler answers",
  output: okOutput,
  statements: 0,
  handle: () => ({ ok: true }),
});

/** What went wrong, as a page with a link back to the app. Anybody can write into its address: no text of it is shown. */
export const errorPage: EndpointOf<PagesCalls["errorPage"]> = defineEndpoint({
  method: "GET",
  path: "/error",
  summary: "A page that shows an error code",
  input: input.object({ error: input.optional(input.rawText({ max: 2000 })) }),
  output: page,
  statements: 0,
  handle({ error }, { settings, origin }) {
    const code = /^[A-Za-z0-9_.-]{1,100}$/.test(error ?? "") ? (error as string) : "unknown_error";
    return htmlResponse(
      messagePage({
        appName: settings.appName,
        title: "Something went wrong",
        text: "The request could not be completed. You can go back and try again.",
        code,
        home: `${origin}/`,
      }),
    );
  },
});
