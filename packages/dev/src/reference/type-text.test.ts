import { expect, test } from "vitest";
import { typeText } from "./type-text.ts";

const user = { $ref: "#/components/schemas/User" };

test.each<[string, Readonly<Record<string, unknown>>]>([
  ["string | null", { type: ["string", "null"] }],
  ["date", { type: "string", format: "date-time" }],
  ["number", { type: "integer" }],
  ['"asc" | "desc"', { type: "string", enum: ["asc", "desc"] }],
  ["true", { const: true }],
  ["User[]", { type: "array", items: user }],
  ["(string | null)[]", { type: "array", items: { type: ["string", "null"] } }],
  [
    "{ user: User; url?: string }",
    { type: "object", properties: { user, url: { type: "string" } }, required: ["user"] },
  ],
  ["User & object", { allOf: [user, { type: "object" }] }],
  ["User | null", { anyOf: [user, { type: "null" }] }],
  ["Record<string, boolean>", { type: "object", additionalProperties: { type: "boolean" } }],
  ["unknown", {}],
])("%s", (text, schema) => {
  expect(typeText(schema)).toBe(text);
});
