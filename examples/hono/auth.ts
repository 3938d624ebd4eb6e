/** Who may sign in, and how. The database is the runtime's. */

import { type AuthOptions, createAuth } from "@latchkey/core";

/** What each runtime keeps in its own place. */
export interface Environment {
  readonly AUTH_URL?: string | undefined;
  readonly AUTH_SECRET?: string | undefined;
}

export const makeAuth = (database: AuthOptions["database"], environment: Environment) =>
  createAuth({
    baseURL: environment.AUTH_URL ?? "http://localhost:3000",
    secret: environment.AUTH_SECRET ?? "",
    database,
    emailAndPassword: { enabled: true },
  });

export type AppAuth = ReturnType<typeof makeAuth>;
export type Session = AppAuth["$Infer"]["Session"];
