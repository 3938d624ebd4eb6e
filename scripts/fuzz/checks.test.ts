/** Tests that the checks find violations. */

import { sessionTable, userTable } from "@latchkey/core/plugin";
import { beforeAll, expect, test } from "vitest";
import { appSecret, hashMark, openApp } from "./app.ts";
import { type Answer, findViolation, type Observation } from "./checks.ts";
import { unmodified } from "./plans.ts";
import { prepare } from "./request.ts";
import { readRows } from "./rows.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
let honest: Observation;

beforeAll(async () => {
  world = await createWorld(await openApp(), 1);
  honest = await caseOf("getSession");
});

/** A valid request by ann and a correct response. */
async function caseOf(id: string): Promise<Observation> {
  const rows = await readRows(world);
  const endpoint = world.app.endpoints[id] ?? expect.unreachable();
  const ready = await prepare(unmodified(id, 0), world);
  return { world, endpoint, ready, answer: answer(200, {}), before: rows, after: rows };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const isText = typeof body === "string";
  const type = isText ? "text/html; charset=utf-8" : "application/json";
  return {
    status,
    headers: new Headers({ "content-type": type, ...headers }),
    text: isText ? body : JSON.stringify(body),
  };
}

const refusal = (status: number, code: string) => answer(status, { code, message: "No." });

test("the checks accept an ordinary response, a declared error, a page, and a same-site redirect", () => {
  const fine = [
    answer(200, { user: null }),
    refusal(401, "UNAUTHORIZED"),
    answer(403, "<p>No.</p>"),
    { ...answer(302, ""), headers: new Headers({ location: "/done?error=x" }) },
    { ...answer(302, ""), headers: new Headers({ location: "https://github.com/login/oauth/authorize?x" }) },
  ];
  for (const one of fine) expect(findViolation({ ...honest, answer: one })).toBeNull();
});

test.each<[string, Answer, string]>([
  ["an unforeseen failure", refusal(500, "INTERNAL_SERVER_ERROR"), "not declared"],
  ["a 503 that the endpoint does not declare", refusal(503, "SERVICE_UNAVAILABLE"), "not declared"],
  ["a page with status 500", answer(500, "<p>Oh</p>"), "status 500"],
  ["a code of no catalogue", refusal(400, "OOPS"), "OOPS"],
  ["an error without a code", answer(400, { message: "No." }), "undefined"],
  ["an error without a message", answer(400, { code: "UNAUTHORIZED", message: "" }), "without a sentence"],
  ["text that says it is JSON", { ...answer(200, {}), text: "{" }, "is not"],
  ["a redirect to nowhere", { ...answer(302, ""), headers: new Headers() }, "without a target"],
  ["a foreign redirect", answer(302, "", { location: "https://evil.test/" }), "evil.test"],
  ["one without a scheme", answer(302, "", { location: "//evil.test/" }), "evil.test"],
  ["one to a script", answer(302, "", { location: "javascript:alert(1)" }), "javascript"],
  ["a foreign target for the client", answer(200, { url: "https://evil.test", redirect: true }), "evil.test"],
  ["a stack", answer(200, "<p>Error\n    at go (/srv/app.ts:1:2)</p>"), "answer that holds"],
  ["an SQL statement", answer(200, { message: 'insert into "user" values' }), "insert into"],
  ["the secret", answer(200, { secret: appSecret }), appSecret],
  ["a stored hash", answer(200, { password: `${hashMark}00` }), hashMark],
  [
    "a refusal that signs in",
    answer(401, { code: "UNAUTHORIZED", message: "No." }, { "set-cookie": "session_token=x" }),
    "cookie",
  ],
])("%s is found", (_, one, found) => {
  expect(findViolation({ ...honest, answer: one })).toContain(found);
});

test("the checks find another user's data in a response, unless it was sent", () => {
  const { vera, tina } = world.people;
  expect(findViolation({ ...honest, answer: answer(200, { email: vera.email }) })).toContain("vera's");
  expect(findViolation({ ...honest, answer: answer(200, { name: "unseen-by-others" }) })).toContain("vera alone");
  const tinas = honest.before.handles.find(({ owner }) => owner === tina.id);
  expect(findViolation({ ...honest, answer: answer(200, { token: tinas?.text }) })).toContain("another user's session");
  const asking = { ...honest.ready, url: `${honest.ready.url}&email=${encodeURIComponent(vera.email)}` };
  expect(findViolation({ ...honest, ready: asking, answer: answer(200, { email: vera.email }) })).toBeNull();
});

test("the checks find changed rows of other users, unless their secret was sent or an admin made the request", async () => {
  const { vera, eve, adam } = world.people;
  const { db } = world.app;
  const before = await readRows(world);
  await db.update(userTable, { where: { id: vera.id }, set: { emailVerified: false } });
  const veras = { ...honest, before, after: await readRows(world) };
  expect(findViolation(veras)).toContain("vera's in user");
  expect(findViolation({ ...veras, ready: { ...honest.ready, person: adam } })).toBeNull();
  await db.remove(sessionTable, { where: { userId: eve.id } });
  const eves = { ...honest, before: veras.after, after: await readRows(world) };
  expect(findViolation(eves)).toContain(eve.name);
  expect(findViolation({ ...eves, ready: { ...honest.ready, person: eve } })).toBeNull();
  const form = `password=${encodeURIComponent(eve.password)}`;
  for (const body of [JSON.stringify({ password: eve.password }), form]) {
    expect(findViolation({ ...eves, ready: { ...honest.ready, body } })).toBeNull();
  }
});

test("the checks find a polluted prototype", () => {
  Object.assign(Object.prototype, { polluted: "yes" });
  const found = findViolation(honest);
  Reflect.deleteProperty(Object.prototype, "polluted");
  expect(found).toContain("polluted");
});
