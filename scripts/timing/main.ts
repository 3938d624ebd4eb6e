/**
 * Measures whether response times reveal which users exist: `npx tsx scripts/timing/main.ts [calls]`.
 *
 * Alternates between known and unknown emails, in random order within each pair. Two halves of the known ones are
 * compared in the same way, to measure the noise. It isn't a test, because it depends on how quiet the machine is.
 */

import { createAuth } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { distinguishability, median } from "./statistics.ts";

const calls = Number(process.argv[2] ?? 300);
const password = "correct horse battery";
process.env.NODE_ENV = "test";

const sent = async (): Promise<void> => {};
const auth = createAuth({
  baseURL: "http://app.test",
  secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
  database: sqlAdapter(await sqlite(":memory:")),
  emailAndPassword: {
    enabled: true,
    requireEmailVerification: true,
    sendResetPassword: sent,
    onExistingUserSignUp: sent,
  },
  emailVerification: { sendVerificationEmail: sent, sendOnSignUp: true },
  logger: { disabled: true },
});
await auth.migrate();

async function post(
  path: string,
  body: object,
  after = false,
): Promise<{ readonly ms: number; readonly status: number }> {
  const request = new Request(`http://app.test/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const began = performance.now();
  const { status } = await auth.handler(request);
  const answered = performance.now();
  if (after) for (let at = 0; at < 10; at++) await auth.handler(new Request("http://app.test/api/auth/get-session"));
  const ms = after ? performance.now() - answered : answered - began;
  // Waits for work that continues after the response, so that it doesn't count toward the next one.
  await new Promise((resolve) => setTimeout(resolve, 2));
  return { ms, status };
}

const known = "known@example.com";
await post("/sign-up/email", { name: "Known", email: known, password });

let fresh = 0;
const unknown = (): string => `nobody${fresh++}@example.com`;

interface Pair {
  readonly name: string;
  readonly path: string;
  body(email: string): object;
  /** Returns the email to test. Default: one of an unverified user, and one without a user. */
  address?(who: "known" | "unknown"): Promise<string>;
  /** Whether to measure the ten requests after the response instead, because deferred work slows them. */
  readonly after?: true;
}

/** Signs up with an email that belongs to a verified user or to no one, and returns the email. */
async function signedUp(who: "known" | "unknown"): Promise<string> {
  const email = unknown();
  if (who === "known") {
    await post("/sign-up/email", { name: "X", email, password: "the password of its owner" });
    await auth.$context.db.update(userTable, { where: { email }, set: { emailVerified: true } });
  }
  await post("/sign-up/email", { name: "X", email, password });
  return email;
}

const pairs: readonly Pair[] = [
  { name: "sign-in", path: "/sign-in/email", body: (email) => ({ email, password: "not the password" }) },
  { name: "sign-up, verification required", path: "/sign-up/email", body: (email) => ({ name: "X", email, password }) },
  { name: "forget-password", path: "/forget-password", body: (email) => ({ email }) },
  {
    name: "sign-in after a sign-up, verification required",
    path: "/sign-in/email",
    body: (email) => ({ email, password }),
    address: signedUp,
  },
  { name: "send-verification-email", path: "/send-verification-email", body: (email) => ({ email }) },
  { name: "requests after it", path: "/send-verification-email", body: (email) => ({ email }), after: true },
];

console.log(`${calls} calls each, median in ms; 50% is chance.\n`);
console.log("| call | known | unknown | correct guesses | noise |\n|---|---|---|---|---|");
for (const { name, path, body, address, after } of pairs) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const statuses = new Set<number>();
  for (let at = -20; at < calls; at++) {
    for (const who of Math.random() < 0.5 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const email = address ? await address(who) : who === "known" ? known : unknown();
      const { ms, status } = await post(path, body(email), after);
      statuses.add(status);
      if (at >= 0) times[who].push(ms);
    }
  }
  if (statuses.size !== 1) throw new Error(`${name}: the answers differ: ${[...statuses].join(", ")}`);
  const halves = [times.known.filter((_, at) => at % 2 === 0), times.known.filter((_, at) => at % 2 === 1)] as const;
  const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
  const row = [
    name,
    median(times.known).toFixed(2),
    median(times.unknown).toFixed(2),
    percent(distinguishability(times.known, times.unknown)),
    percent(distinguishability(...halves)),
  ];
  console.log(`| ${row.join(" | ")} |`);
}
process.exit(0);
