/** What code of the library and of plugins works with: a small kernel, made once, and what one request adds to it. */

import type { Keyring } from "../crypto/keys.ts";
import type { PasswordHasher } from "../crypto/passwords/hasher.ts";
import type { RandomBytes } from "../crypto/random.ts";
import type { Adapter, Join } from "../database/adapter.ts";
import type { Copies } from "../database/storage/copies.ts";
import type { ErrorEntry } from "../http/errors.ts";
import type { Reply } from "../http/reply.ts";
import type { RateLimitCounter } from "./counter.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Gate } from "./gate.ts";
import type { Logger } from "./log.ts";
import type { OutboxHandler, Plugin } from "./plugin.ts";
import type { Settings } from "./settings.ts";

/** The kernel: made when `createAuth` runs, shared by all requests, never changed. */
export interface AuthContext {
  readonly db: Adapter;
  /** The time, by the app's clock. Nothing reads another one. */
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly log: Logger;
  readonly keys: Keyring;
  readonly passwords: PasswordHasher;
  readonly fetch: typeof fetch;
  readonly settings: Settings;
  readonly extensions: Extensions;
  /** Has the outbox looked through in this many milliseconds. */
  readonly wakeOutbox: (afterMs: number) => void;
  /** Counts attempts. `countAttempt` is how endpoints use it. */
  readonly counter: RateLimitCounter;
  /** Copies for reading in the secondary storage; `null`: there is none, or none are kept. */
  readonly copies: Copies | null;
}

/** What all plugins together hang into the kernel's operations. */
export interface Extensions {
  /** Run by `createSession`, refusing ones first. */
  readonly gates: readonly Gate[];
  /** Rows that every read of a session brings along, by name. */
  readonly sessionJoins: Readonly<Record<string, Join>>;
  /** Who delivers what the outbox holds, by kind. */
  readonly outbox: Readonly<Record<string, OutboxHandler>>;
  /** Who knows in which sessions somebody else acts. */
  readonly actors: readonly NonNullable<Plugin["actorOf"]>[];
  /** Who fills in further columns of a new session. */
  readonly sessionFields: readonly NonNullable<Plugin["sessionFields"]>[];
  /** Who has a say in what is written to a user. */
  readonly userInput: readonly NonNullable<Plugin["userInput"]>[];
  /** Refusals for taken values, by table and columns. */
  readonly taken: Readonly<Record<string, { readonly code: string; readonly entry: ErrorEntry }>>;
  /** Who can tell that a sign-up proves its address. */
  readonly emailProofs: readonly NonNullable<Plugin["provesEmail"]>[];
  /** Who must agree to a new password. */
  readonly passwordChecks: readonly NonNullable<Plugin["checkPassword"]>[];
  /** Who knows further names of a user. */
  readonly ownNames: readonly NonNullable<Plugin["ownNames"]>[];
  /** Who knows further names to sign in with. */
  readonly signInNames: readonly NonNullable<Plugin["signInNames"]>[];
  /** Who removes what a recovery doesn't keep. */
  readonly onReclaim: readonly NonNullable<Plugin["onReclaim"]>[];
  /** Who marks what a session has proven, once its mailbox is shown. */
  readonly onMailboxVerified: readonly NonNullable<Plugin["onMailboxVerified"]>[];
  /** Called when a user loses rights. */
  readonly rightsLost: readonly NonNullable<Plugin["onRightsLost"]>[];
  /** Called to delete what a user owns alone. */
  readonly solelyOwned: readonly NonNullable<Plugin["removeSolelyOwned"]>[];
  /** Who is told what became of each request. */
  readonly observers: readonly NonNullable<Plugin["observe"]>[];
  /** Every kind of one-time token. */
  readonly tokens: readonly { readonly name: string }[];
  /** Every endpoint by its id, with its guards. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** Core's features, then the app's plugins, for whoever describes an app. */
  readonly plugins: readonly Plugin[];
}

/** The kernel and one request. */
export interface RequestContext extends AuthContext {
  /** `null` where a server-side call was made without one. */
  readonly request: Request | null;
  readonly headers: Headers;
  /** Id of the endpoint, as in `auth.api`. An endpoint with several names has the id of the main one here. */
  readonly endpointId: string;
  readonly endpoint: Endpoint;
  /** Whether this came in over HTTP, and not through `auth.api`. */
  readonly overHttp: boolean;
  /** Whether it was called by `auth.api` with neither headers nor a request: the app itself asks, for no visitor. */
  readonly byApp: boolean;
  /** Origin of the auth server: as configured, else that of the request. */
  readonly origin: string;
  /** Canonical address of the client; `null` when unknown. */
  readonly clientAddress: string | null;
  readonly reply: Reply;
  /** Values that guards and stores keep for the length of the request, by a symbol of theirs. */
  readonly memo: Map<symbol, unknown>;
  /** Lets work go on after the answer; failures are logged. */
  background(name: string, work: Promise<unknown>): void;
  /** Runs once the handler has ended well; not when it refused. */
  afterSuccess(work: () => Promise<unknown> | undefined): void;
  /** Runs once the answer is known, a refusal too. */
  afterAnswer(work: () => Promise<unknown> | undefined): void;
}
