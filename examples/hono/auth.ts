/** Configures how users sign in. Each runtime passes its own database. */

import { type AuthOptions, createAuth } from "@latchkey/core";

/** `AUTH_URL` and `AUTH_SECRET`, which each runtime reads in its own way. */
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
