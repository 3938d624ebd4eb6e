/** Checks all users before it stores any. */

import { detectHashFormat } from "@latchkey/core/crypto";
import type { RequestContext } from "@latchkey/core/plugin";
import { pluralize } from "../doctor/finding.ts";
import type { Output } from "../terminal.ts";
import { ensureHashKey, importTable, readHashKey } from "./record.ts";
import { classify, type ImportedUser, type InvalidEntry, type StoredBatch, storeBatch } from "./users.ts";

/** Options for an import. */
export interface ImportOptions {
  readonly write: boolean;
  /** Whether to skip users that can't be imported and store the rest. */
  readonly skipInvalid: boolean;
  /** Whether the database has the record of earlier imports. Required to write. */
  readonly hasRecord: boolean;
}

/** Reads all users from the start each time it's called. */
export type EntrySource = () => AsyncIterable<ImportedUser | InvalidEntry>;

const maxShown = 20;
const maxLineLength = 400;

/**
 * Stores all users in one transaction, or none. A second run treats them as existing users, and doesn't restore those
 * that have been deleted since.
 * @returns whether the import succeeded
 */
export async function importUsers(
  context: RequestContext,
  source: EntrySource,
  { write, skipInvalid, hasRecord }: ImportOptions,
  { out, error }: Output,
): Promise<boolean> {
  const summary = await summarize(context, source, hasRecord);
  const { newUsers, existingUsers, removedUsers, invalid, hashFormats } = summary;
  out(
    `${pluralize(newUsers, "user is", "users are")} new, ${pluralize(existingUsers.count, "already exists", "already exist")}, ${invalid.count} can't be imported.`,
  );
  if (hashFormats.size > 0)
    out(
      `Passwords: ${[...hashFormats]
        .map(([form, count]) => `${form} ${count}`)
        .sort()
        .join(", ")}.`,
    );
  printMessages(existingUsers, out);
  printMessages(removedUsers, out);
  if (removedUsers.count > 0) out(`To import deleted users again, drop the ${importTable.name} table first.`);
  printMessages(invalid, error);
  if (invalid.count > 0 && !skipInvalid) {
    error("Nothing was written. Fix these, or skip them with --skip-invalid.");
    return false;
  }
  if (!write) {
    out("Nothing was written. To import, add --write.");
    return true;
  }
  const { users, accounts, passkeys } = await storeAll(context, source, skipInvalid);
  const parts = [
    ...(accounts > 0 ? [pluralize(accounts, "provider account")] : []),
    ...(passkeys > 0 ? [pluralize(passkeys, "passkey")] : []),
  ];
  out(
    `${pluralize(users, "user was", "users were")} imported${parts.length > 0 ? `, with ${parts.join(" and ")}` : ""}.`,
  );
  return true;
}

interface ImportSummary {
  newUsers: number;
  readonly existingUsers: MessageList;
  readonly removedUsers: MessageList;
  readonly invalid: MessageList;
  /** Number of hashes per format. */
  readonly hashFormats: Map<string, number>;
}

/** The first messages and the total count, because a whole file could have too many to keep in memory. */
interface MessageList {
  count: number;
  readonly shown: string[];
}

async function summarize(context: RequestContext, source: EntrySource, hasRecord: boolean): Promise<ImportSummary> {
  const hashKey = hasRecord ? await readHashKey(context.db) : null;
  const summary: ImportSummary = {
    newUsers: 0,
    existingUsers: { count: 0, shown: [] },
    removedUsers: { count: 0, shown: [] },
    invalid: { count: 0, shown: [] },
    hashFormats: new Map(),
  };
  for await (const { newUsers, existingUsers, removedUsers, invalid } of classify(context.db, source(), hashKey)) {
    summary.newUsers += newUsers.length;
    for (const { location, user } of existingUsers) {
      addMessage(summary.existingUsers, `${location}: ${user.email} already exists and won't be changed.`);
    }
    for (const { location, user } of removedUsers) {
      addMessage(
        summary.removedUsers,
        `${location}: ${user.email} was imported before, and has been deleted or changed since. It isn't imported again.`,
      );
    }
    for (const { location, reason } of invalid) addMessage(summary.invalid, `${location}: ${reason}.`);
    for (const { hash } of newUsers) {
      const form = hash === null ? "none" : hashFormatOf(hash);
      summary.hashFormats.set(form, (summary.hashFormats.get(form) ?? 0) + 1);
    }
  }
  return summary;
}

function hashFormatOf(hash: string): string {
  const known = detectHashFormat(hash);
  return "form" in known ? known.form : known.unusable;
}

/** @throws {Error} if a user has become invalid since the check. In that case, nothing is written. */
function storeAll(context: RequestContext, source: EntrySource, skipInvalid: boolean): Promise<StoredBatch> {
  return context.db.transaction(async (tx) => {
    let [users, accounts, passkeys] = [0, 0, 0];
    const hashKey = await ensureHashKey(tx, context);
    for await (const batch of classify(tx, source(), hashKey)) {
      const [fault] = batch.invalid;
      if (fault && !skipInvalid) {
        throw new Error(
          `${printable(`${fault.location}: ${fault.reason}`)}. Another process changed the same users during the import. Nothing was written. Run the command again.`,
        );
      }
      const stored = await storeBatch(tx, context, hashKey, batch);
      users += stored.users;
      accounts += stored.accounts;
      passkeys += stored.passkeys;
    }
    return { users, accounts, passkeys };
  });
}

function addMessage(lines: MessageList, line: string): void {
  lines.count++;
  if (lines.shown.length < maxShown) lines.shown.push(printable(line));
}

function printMessages({ count, shown }: MessageList, say: (text: string) => void): void {
  for (const line of shown) say(line);
  if (count > shown.length) say(`… and ${count - shown.length} more.`);
}

/** Files contain text from strangers, which must not control or flood the terminal. */
function printable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
  return plain.length > maxLineLength ? `${plain.slice(0, maxLineLength)}…` : plain;
}
