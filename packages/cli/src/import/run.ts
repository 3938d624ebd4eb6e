/** Looks at everybody first, and stores them only if nothing stands against it. */

import type { RequestContext } from "@latchkey/core";
import { hashForm } from "@latchkey/core/crypto";
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
    `${counted(fresh, "person is", "people are")} new, ${known.length} there already, ${faults.length} cannot be taken.`,
  );
  if (forms.size > 0)
    out(
      `Passwords: ${[...forms]
        .map(([form, count]) => `${form} ${count}`)
        .sort()
        .join(", ")}.`,
    );
  list(
    known.map(({ place, user }) => `${place}: ${user.email} is there already, and stays as it is.`),
    out,
  );
  list(
    faults.map(({ place, reason }) => `${place}: ${reason}.`),
    error,
  );
  if (faults.length > 0 && !skipInvalid) {
    error("Nothing was written. Mend these, or add --skip-invalid to leave them out.");
    return false;
  }
  if (!write) {
    out("Nothing was written. Add --write to do it.");
    return true;
  }
  const [users, accounts] = await store(context, source);
  out(
    `${counted(users, "user was", "users were")} written${accounts > 0 ? `, with ${counted(accounts, "account")} of providers` : ""}.`,
  );
  return true;
}

interface Survey {
  fresh: number;
  readonly known: Person[];
  readonly faults: Fault[];
  /** How many hashes there are of each form. */
  readonly forms: Map<string, number>;
}

async function look(context: RequestContext, source: Source): Promise<Survey> {
  const survey: Survey = { fresh: 0, known: [], faults: [], forms: new Map() };
  for await (const { fresh, known, faults } of sorted(context.db, source())) {
    survey.fresh += fresh.length;
    survey.known.push(...known);
    survey.faults.push(...faults);
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

function store(context: RequestContext, source: Source): Promise<[number, number]> {
  return context.db.transaction(async (tx) => {
    let [users, accounts] = [0, 0];
    for await (const batch of sorted(tx, source())) {
      const [more, moreAccounts] = await storeBatch(tx, context, batch);
      users += more;
      accounts += moreAccounts;
    }
    return [users, accounts];
  });
}

function list(lines: readonly string[], print: (text: string) => void): void {
  for (const line of lines.slice(0, mostShown)) print(line);
  if (lines.length > mostShown) print(`… and ${lines.length - mostShown} more.`);
}
