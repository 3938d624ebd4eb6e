import { startAuth, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { defineUntypedEndpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { date, object, optional, type Shape, text } from "../shapes/shape.ts";
import { openApiDocument } from "./document.ts";
import { openApi } from "./plugin.ts";
import type { JsonSchema, OpenApiDocument } from "./types.ts";

const isText = (value: unknown) => (typeof value === "string" ? { value } : { issues: [{ message: "no" }] });

function bodyOf(document: OpenApiDocument, path: string): JsonSchema {
  return document.paths[path]?.post?.requestBody?.content["application/json"]?.schema ?? {};
}

function codesOf(document: OpenApiDocument, path: string): string[] {
  const responses = Object.values(document.paths[path]?.post?.responses ?? {});
  return responses.flatMap((response) => ("description" in response ? response.description.split(", ") : []));
}

describe("an app's OpenAPI document", () => {
  test("has the app's own fields in inputs and outputs, and no hidden ones", async () => {
    const { auth } = await startAuth({
      user: {
        additionalFields: {
          nickname: { type: "string", input: true },
          plan: { type: "string", input: true, required: true },
          score: { type: "number" },
          note: { type: "text", input: true, returned: false },
        },
      },
    });
    const document = openApiDocument(auth);
    const signUp = bodyOf(document, "/sign-up/email");
    expect(Object.keys(signUp.properties as object)).toEqual(expect.arrayContaining(["nickname", "plan", "note"]));
    expect(signUp.properties).not.toHaveProperty("score");
    expect(signUp.required).toContain("plan");
    expect(bodyOf(document, "/update-user").required).toBeUndefined();
    const shown = document.components.schemas.User?.properties;
    expect(shown).toMatchObject({ nickname: { type: ["string", "null"] }, score: { type: ["integer", "null"] } });
    expect(shown).not.toHaveProperty("note");
    expect(document.components.schemas.Session?.properties).not.toHaveProperty("revision");
  });

  test("leaves out disabled and server-only calls", async () => {
    const { auth } = await startAuth({ disabledPaths: ["/sign-up/email"] });
    const { paths } = openApiDocument(auth);
    expect(paths["/sign-in/email"]?.post?.operationId).toBe("signInEmail");
    expect(paths).not.toHaveProperty("/sign-up/email");
    expect(paths).not.toHaveProperty("/deliver-outbox");
  });

  test("has a plugin's additions: path templates, both methods, errors on other endpoints, and challenges", async () => {
    const plugin = definePlugin({
      id: "gate",
      errors: { TOO_LATE: { status: 403, message: "It is too late." }, WRONG: { status: 400, message: "No." } },
      hooks: [
        { on: ({ path }) => path === "/sign-out", errors: { WRONG: { status: 400, message: "No." } } },
        { on: ["listSessions"], before: () => undefined },
      ],
      stageErrors: { signIn: { TOO_LATE: { status: 403, message: "It is too late." } } },
      challenge: object<{ readonly riddle: string }>({ riddle: text }),
      endpoints: {
        riddle: defineUntypedEndpoint({
          method: ["GET", "POST"],
          path: "/riddle/:id",
          // A validator without a JSON Schema.
          input: { "~standard": { version: 1, vendor: "own", validate: isText } },
          queryBudget: 0,
          rateLimit: false,
          originCheck: "exempt",
          handle: () => "What am I?",
        }),
      },
    });
    const { auth } = await startAuth({ plugins: [plugin] });
    const document = openApiDocument(auth, { title: "Riddles", version: "3.0.0" });
    const riddle = document.paths["/riddle/{id}"];
    expect(riddle?.get).toMatchObject({ operationId: "riddle", tags: ["gate"], "x-rate-limit": null });
    expect(riddle?.get?.parameters).toEqual([{ name: "id", in: "path", required: true, schema: { type: "string" } }]);
    expect(riddle?.post?.operationId).toBe("riddlePost");
    expect(codesOf(document, "/riddle/{id}")).not.toContain("INVALID_ORIGIN");
    expect(codesOf(document, "/sign-in/email")).toContain("TOO_LATE");
    expect(codesOf(document, "/sign-out")).not.toContain("TOO_LATE");
    expect(codesOf(document, "/sign-out")).toContain("WRONG");
    expect(codesOf(document, "/sign-in/email")).not.toContain("WRONG");
    const answer = document.paths["/sign-in/email"]?.post?.responses["200"];
    expect(JSON.stringify(answer)).toContain('"riddle"');
    expect(document.info).toMatchObject({ title: "Riddles", version: "3.0.0" });
  });

  test("has the app's session cookie, URL, and modified rules", async () => {
    const { auth } = await startAuth({
      basePath: "/auth",
      advanced: { cookiePrefix: "acme" },
      rateLimit: { customRules: { "/sign-in/email": { window: 60, max: 7 } } },
    });
    const document = openApiDocument(auth);
    expect(document.servers).toEqual([{ url: `${testOrigin}/auth` }]);
    expect(document.components.securitySchemes.cookie).toMatchObject({ name: "acme.session_token" });
    expect(document.paths["/sign-in/email"]?.post?.["x-rate-limit"]).toEqual({ window: 60, max: 7 });
    expect(document.paths["/list-sessions"]?.get?.security).toEqual([{ cookie: [] }, { bearer: [] }]);
    expect(document.paths["/sign-in/email"]?.post?.security).toBeUndefined();
  });
});

test("is served publicly by the plugin, and returned by a server call", async () => {
  const { auth, browser } = await startAuth({ plugins: [openApi({ title: "Acme" })] });
  const { status, body } = await browser().get("/open-api/generate-schema");
  expect([status, body.openapi, (body.info as { title: string }).title]).toEqual([200, "3.1.0", "Acme"]);
  expect(JSON.parse(JSON.stringify(await auth.api.generateOpenAPISchema()))).toEqual(body);
});

test("a shape that doesn't match its type doesn't compile", () => {
  interface Card {
    readonly id: string;
    readonly at: Date;
    readonly note?: string;
  }
  const fits: Shape<Card> = object({ id: text, at: date, note: optional(text) });
  // @ts-expect-error a key is missing
  const short: Shape<Card> = object({ id: text, note: optional(text) });
  // @ts-expect-error the type doesn't have this key
  const long: Shape<Card> = object({ id: text, at: date, note: optional(text), more: text });
  // @ts-expect-error text isn't a date
  const wrong: Shape<Card> = object({ id: text, at: text, note: optional(text) });
  // @ts-expect-error an optional key must be declared optional
  const sure: Shape<Card> = object({ id: text, at: date, note: text });
  expect([fits, short, long, wrong, sure]).toHaveLength(5);
});
