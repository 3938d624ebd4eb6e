/** Keeps the issuer's list of ended sessions up to date. */

import { digestLength } from "./digest-length.ts";
import { TokenVerificationError } from "./errors.ts";
import { type FetchRules, fetchJson, sharesPromises, UnexpectedStatus } from "./fetch-json.ts";

/** Options for reading the list of ended sessions. Times are in seconds. */
export interface EndedSessionsOptions {
  /** The list's URL. Default: `jwt/ended-sessions` next to the public keys. */
  readonly url?: string;
  /**
   * Maximum age of the list. By then at the latest, tokens of an ended session are rejected. At least 5. Default: 30.
   */
  readonly maxAge?: number;
  /** Maximum age if the list can't be read again. Until then, ended sessions can go unnoticed. Default: `maxAge`. */
  readonly staleIfError?: number;
}

/** How the list is read and kept. Times are in seconds. */
export interface EndedSessionRules extends FetchRules {
  readonly url: string;
  readonly now: () => Date;
  readonly maxAge: number;
  readonly staleIfError: number;
}

/** How long to keep a session, in seconds. Longer than any token is valid. */
const keptFor = 3900;

/** Far more pages than a list has. The limit keeps a faulty response from causing an endless read. */
const maxPages = 1000;

/** The sessions that ended. Reads new ones after a third of the maximum age, without delaying the check of a token. */
export class EndedSessionList {
  readonly #rules: EndedSessionRules;
  /** When each session's digest was first read, the oldest first. */
  readonly #ended = new Map<string, number>();
  #since: string | null = null;
  /** When the last complete read started. The list has everything that was committed before then. */
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #lastError: unknown = null;

  constructor(rules: EndedSessionRules) {
    this.#rules = rules;
  }

  /**
   * Whether the session has ended, according to a list that's at most `maxAge` old.
   * @throws {TokenVerificationError} `unavailable` if the list can't be read
   */
  async has(sessionId: string): Promise<boolean> {
    const { url, maxAge, staleIfError } = this.#rules;
    // On platforms where promises can't outlive a request, a token has to wait for the list.
    if (!(this.#age() < (sharesPromises() ? maxAge / 3 : maxAge))) {
      const reading = this.#refresh();
      if (!(this.#age() <= maxAge)) await reading;
    }
    if (!(this.#age() <= Math.max(maxAge, staleIfError))) {
      const message = `The ended sessions at ${url} can't be read. Is jwt.revocationFeed set?`;
      throw new TokenVerificationError("unavailable", message, { cause: this.#lastError });
    }
    return this.#ended.has(await digestOf(sessionId));
  }

  /** Age of the list in seconds. Infinite if the clock was set back, because then the age isn't known. */
  #age(): number {
    const age = this.#now() - this.#readAt;
    return age >= 0 ? age : Number.POSITIVE_INFINITY;
  }

  #now(): number {
    return this.#rules.now().getTime() / 1000;
  }

  /** Shares a read in progress. Tries at most once per second, so that an issuer that's down isn't flooded. */
  async #refresh(): Promise<void> {
    const now = this.#now();
    const canShare = sharesPromises();
    if (this.#reading && canShare) return this.#reading;
    if (canShare && Math.abs(now - this.#triedAt) < 1) return;
    this.#triedAt = now;
    const reading = this.#read(now).finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    return reading;
  }

  /** Never rejects. If it fails, it keeps the pages that it has read, and the next read continues after them. */
  async #read(startedAt: number): Promise<void> {
    try {
      for (let page = 0; await this.#readPage(startedAt); page++) {
        if (page === maxPages) throw new Error(`${this.#rules.url} has more than ${maxPages} pages.`);
      }
      this.#readAt = startedAt;
      this.#lastError = null;
      this.#forgetOld(startedAt);
    } catch (error) {
      // The issuer no longer knows the position, so the next read starts from the beginning.
      if (error instanceof UnexpectedStatus && error.status === 400) this.#since = null;
      this.#lastError = error;
    }
  }

  /** Reads a page. Returns whether there are more. */
  async #readPage(startedAt: number): Promise<boolean> {
    const url = new URL(this.#rules.url);
    if (this.#since !== null) url.searchParams.set("since", this.#since);
    const page = toPage(await fetchJson(url.href, this.#rules));
    if (!page) throw new Error(`${this.#rules.url} didn't return a list of ended sessions.`);
    for (const sid of page.sids) if (!this.#ended.has(sid)) this.#ended.set(sid, startedAt);
    this.#since = page.until;
    return page.more;
  }

  #forgetOld(now: number): void {
    for (const [sid, readAt] of this.#ended) {
      if (now - readAt < keptFor) return;
      this.#ended.delete(sid);
    }
  }
}

interface Page {
  readonly sids: readonly string[];
  readonly until: string;
  readonly more: boolean;
}

function toPage(body: unknown): Page | null {
  const { sids, until, more } = (body ?? {}) as { readonly [K in keyof Page]?: unknown };
  if (!Array.isArray(sids) || !sids.every((sid) => typeof sid === "string")) return null;
  return typeof until === "string" && typeof more === "boolean" ? { sids, until, more } : null;
}

async function digestOf(sessionId: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sessionId)));
  const base64 = btoa(String.fromCharCode(...digest));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").slice(0, digestLength);
}
