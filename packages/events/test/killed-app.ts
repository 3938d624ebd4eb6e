/**
 * Signs a user up and is killed: with `after-commit` before anything is sent, or with `while-sending` when the receiver
 * has received the event but the app doesn't know yet. Arguments: the database's file, and when to be killed.
 */

import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { events } from "../src/plugin.ts";

const [file = "", when = ""] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("Killed.");
}

const auth = createAuth({
  baseURL: "http://app.test",
  secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
  database: sqlAdapter(await sqlite(file)),
  emailAndPassword: { enabled: true },
  publicFetch: async (_, init) => {
    console.log(new Headers(init?.headers).get("webhook-id"));
    return die();
  },
  plugins: [events()],
});
await auth.migrate();
await auth.api.createWebhook({ body: { url: "https://ours.test/in", events: ["user.create"] } });
await auth.api.signUpEmail({ body: { email: "ann@example.com", password: "correct horse battery", name: "Ann" } });
if (when === "after-commit") die();
// The outbox's timer doesn't keep the process alive.
setTimeout(() => undefined, 30_000);
