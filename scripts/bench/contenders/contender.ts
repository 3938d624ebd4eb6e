/** The interface of a measured library: sign-up, sign-in, and session reads. */

import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";

export type ContenderName = "latchkey" | "better-auth" | "floor";

/** `cache` is SQLite with the cookie cache on. */
export type Storage = "sqlite" | "postgres" | "cache";

export interface StorageLocation {
  readonly storage: Storage;
  /** A file for SQLite, a URL for PostgreSQL. */
  readonly address: string;
  /** Number of users who take turns. With more than one, passwords are hashed cheaply, so that signing everyone up doesn't take long. */
  readonly people: number;
}

export interface Contender {
  handler(request: Request): Promise<Response>;
  readonly listener: RequestListener;
  /** Creates the tables. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

export const origin = "http://localhost:3000";
export const secret = "Kd7wYp3nXk9mVb2qZc8sLh5dJf7gAe4U";
export const account = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };

/** A password hash for benchmarks. It protects nothing. */
export const cheapPasswords = {
  hash: async (password: string): Promise<string> => digest(password),
  verify: async ({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> =>
    digest(password) === hash,
};

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** In seconds. Longer than a run, so that no cached session expires in the middle of one. */
export const cacheSeconds = 3600;

export const paths = {
  signUp: "/api/auth/sign-up/email",
  signIn: "/api/auth/sign-in/email",
  getSession: "/api/auth/get-session",
} as const;

/**
 * The same durability for all contenders, because the cost of a commit isn't being compared. Many people sign up
 * without waiting for the disk, because only their reads are measured.
 */
export function sqlitePragmas(people: number): string {
  const synchronous = people > 1 ? "OFF" : "FULL";
  return `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON`;
}
