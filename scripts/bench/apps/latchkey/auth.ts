/** The server side of a small app, for the type-check benchmark. Matches the better-auth app next to it. */

import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import Database from "libsql";

export const auth = createAuth({
  baseURL: "http://localhost:3000",
  database: sqlAdapter(new Database(":memory:")),
  emailAndPassword: { enabled: true },
  user: {
    additionalFields: {
      company: { type: "string", required: false, input: true },
      seats: { type: "number", required: false, input: true },
      plan: { type: "string", required: false, input: false },
    },
  },
});

export type Session = typeof auth.$Infer.Session;
