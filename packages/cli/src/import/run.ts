/** Looks at everybody first, and stores them only if nothing stands against it. */

import { hashForm } from "@latchkey/core/crypto";
import type { RequestContext } from "@latchkey/core/plugin";
import { counted } from "../doctor/finding.ts";
import type { Output } from "../terminal.ts";
import { type Fault, type Person, sorted, storeBatch } from "./people.ts";

/** What is to be done with people. */
export interface ImportOptions {
  readonly write: boolean;
  /** Stores the others where some cannot be stored. */
  readonly skipInvalid: boolean;
}

/** Reads people from the start, each time that it is called. */
export type Source = () => AsyncIterable<Person | Fault>;

const mostShown = 20;
const longestLine = 400;

/**
 * Stores in one transaction: all of them, or nobody. Done again, it finds them there.
 * @returns whether all was well
 */
export async function importPeople(
  context: RequestContext,
  source: Source,
  { write, skipInvalid }: ImportOptions,
  { out, error }: Output,
): Promise<boolean> {
  const survey = await look(context, source);
  const { fresh, known, faults, forms } = survey;
  out(
    `${counted(fresh, "person is", "people are")} new, ${known.count} there already, ${faults.count} cannot be taken.`,
  );
  if (forms.size > 0)
    out(
      `Passwords: ${[...forms]
        .map(([form, count]) => `${form} ${count}`)
        .sort()
        .join(", ")}.`,
    );
  print(known, out);
  print(faults, error);
  if (faults.count > 0 && !skipInvalid) {
    error("Nothing was written. Mend these, or add --skip-invalid to leave them out.");
    return false;
  }
  if (!write) {
    out("Nothing was written. Add --write to do it.");
    return true;
  }
  const [users, accounts] = await store(context, source, skipInvalid);
  out(
    `${counted(users, "user was", "users were")} written${accounts > 0 ? `, with ${counted(accounts, "account")} of providers` : ""}.`,
  );
  return true;
}

interface Survey {
  fresh: number;
  readonly known: Lines;
  readonly faults: Lines;
  /** How many hashes there are of each form. */
  readonly forms: Map<string, number>;
}

/** What is said of many: the first of them, and how many there are. Of a whole file there could be too many to keep. */
interface Lines {
  count: number;
  readonly first: string[];
}

async function look(context: RequestContext, source: Source): Promise<Survey> {
  const survey: Survey = {
    fresh: 0,
    known: { count: 0, first: [] },
    faults: { count: 0, first: [] },
    forms: new Map(),
  };
  for await (const { fresh, known, faults } of sorted(context.db, source())) {
    survey.fresh += fresh.length;
    for (const { place, user } of known) {
      note(survey.known, `${place}: ${user.email} is there already, and stays as it is.`);
    }
    for (const { place, reason } of faults) note(survey.faults, `${place}: ${reason}.`);
    for (const { hash } of fresh) {
      const form = hash === null ? "none" : formOf(hash);
      survey.forms.set(form, (survey.forms.get(form) ?? 0) + 1);
    }
  }
  return survey;
}

function formOf(hash: string): string {
  const known = hashForm(hash);
  return "form" in known ? known.form : known.unusable;
}

/** @throws {Error} somebody cannot be taken who could be when everybody was looked at; nothing was written */
function store(context: RequestContext, source: Source, skipInvalid: boolean): Promise<[number, number]> {
  return context.db.transaction(async (tx) => {
    let [users, accounts] = [0, 0];
    for await (const batch of sorted(tx, source())) {
      const [fault] = batch.faults;
      if (fault && !skipInvalid) {
        throw new Error(
          `${printable(`${fault.place}: ${fault.reason}`)}. That came up while it was written: somebody changes the same people. Nothing was written; run it again.`,
        );
      }
      const [more, moreAccounts] = await storeBatch(tx, context, batch);
      users += more;
      accounts += moreAccounts;
    }
    return [users, accounts];
  });
}

function note(lines: Lines, line: string): void {
  lines.count++;
  if (lines.first.length < mostShown) lines.first.push(printable(line));
}

function print({ count, first }: Lines, say: (text: string) => void): void {
  for (const line of first) say(line);
  if (count > first.length) say(`… and ${count - first.length} more.`);
}

/** Files hold what strangers typed: none of it may steer the terminal, or fill it. */
function printable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
  return plain.length > longestLine ? `${plain.slice(0, longestLine)}…` : plain;
}
