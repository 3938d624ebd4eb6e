/** A person's days: what they do, how often, and for how long. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../calls.ts";
import type { Ledger } from "../ledger.ts";
import { accept, invite } from "./invitations.ts";
import { changePassword, recover, tryOldPassword } from "./passwords.ts";
import { type Person, signUp } from "./person.ts";
import { comeBack, further, read, revoke, signOut, write } from "./sessions.ts";

type Act = (person: Person) => Promise<void>;

/** What people do; the number says how often. */
const acts: readonly (readonly [number, Act])[] = [
  [30, read],
  [8, write],
  [10, further],
  [6, signOut],
  [8, revoke],
  [5, changePassword],
  [3, tryOldPassword],
  [3, recover],
  [5, invite],
  [6, accept],
  [16, (person) => comeBack(person.caller, person.ledger)],
];
const total: number = acts.reduce((sum, [often]) => sum + often, 0);

/** How many things a person does before somebody else takes their place. */
const actsOfALife = 60;
/** How long they think in between, in milliseconds, at most. */
const thought = 100;

/** One person after another, until the time is over. */
export async function live(caller: Caller, ledger: Ledger, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const person = await signUp(caller, ledger);
    for (let done = 0; person && done < actsOfALife && !isOver(); done++) {
      await something()(person);
      await sleep(thought * Math.random());
    }
    if (!person) await sleep(thought);
  }
}

function something(): Act {
  let left = Math.random() * total;
  for (const [often, act] of acts) {
    left -= often;
    if (left < 0) return act;
  }
  return read;
}
