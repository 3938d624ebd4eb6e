/** Who may sign in, and how. The database is the runtime's. */

import { type AuthOptions, createAuth } from "@latchkey/core";

/** `AUTH_URL` and `AUTH_SECRET`, which each runtime keeps in its own place. */
export type Environment = Readonly<Partial<Record<string, string>>>;

export const makeAuth = (database: AuthOptions["database"], environment: Environment) =>
  createAuth({
    baseURL: environment.AUTH_URL ?? "http://localhost:3000",
    secret: environment.AUTH_SECRET ?? "",
    database,
    emailAndPassword: { enabled: true },
  });

export type AppAuth = ReturnType<typeof makeAuth>;
export type Session = AppAuth["$Infer"]["Session"];
