/** The response shapes of the console's calls. */

import type { RequestTrace } from "@latchkey/core";
import type { SuccessResponse, TraceStep } from "@latchkey/core/plugin";
import {
  anything,
  boolean,
  date,
  either,
  list,
  nullable,
  number,
  object,
  oneOf,
  page,
  record,
  redirect,
  type Shape,
  successResponse,
  text,
} from "@latchkey/core/shapes";
import type { ConsoleLink, SignInAsResponse } from "./contract.ts";
import type { DirectoryEntry, DirectoryExchange, DirectoryGroup, DirectoryState } from "./directory/state.ts";
import type { WantedRecord } from "./dns/zone.ts";
import type { CaughtMail } from "./mail/mailbox.ts";
import type { DevSession } from "./sessions/store.ts";
import type { CaughtText } from "./texts/catcher.ts";
import type { DevUser } from "./users/store.ts";
import type { ReceivedWebhook } from "./webhooks/received.ts";

/** The link that opens the console. */
export const linkOutput: Shape<ConsoleLink> = object<ConsoleLink>({ url: text, path: text });

/** The caught emails. */
export const mailOutput: Shape<CaughtMail[]> = list(
  object<CaughtMail>({
    id: text,
    from: text,
    to: list(text),
    subject: text,
    text,
    html: nullable(text),
    links: list(text),
    date,
  }),
);

/** The caught text messages. */
export const textsOutput: Shape<CaughtText[]> = list(
  object<CaughtText>({ id: text, phoneNumber: text, code: text, date }),
);

/** The received webhooks. */
export const webhooksOutput: Shape<ReceivedWebhook[]> = list(
  object<ReceivedWebhook>({
    id: text,
    path: text,
    eventId: text,
    type: text,
    attempt: number,
    signature: oneOf("verified", "wrong", "late", "missing", "unchecked"),
    status: number,
    body: text,
    date,
  }),
);

/** The TXT records that organizations have to set. */
export const dnsOutput: Shape<WantedRecord[]> = list(
  object<WantedRecord>({ name: text, value: text, domain: text, verified: boolean, set: boolean }),
);

/** The state of the simulated directory. */
export const directoryOutput: Shape<DirectoryState> = object<DirectoryState>({
  baseURL: nullable(text),
  style: oneOf("entra", "okta"),
  people: list(object<DirectoryEntry>({ email: text, active: boolean })),
  groups: list(object<DirectoryGroup>({ name: text, emails: list(text) })),
  requests: list(
    object<DirectoryExchange>({ method: text, path: text, status: number, body: text, answer: text, date }),
  ),
  failure: nullable(text),
});

/** The directory's state for API callers, or a redirect for forms. */
export const directoryChangeOutput: Shape<DirectoryState | Response> = either(directoryOutput, redirect);

/** A success response for API callers, or a redirect for forms. */
export const clearedOutput: Shape<SuccessResponse | Response> = either(successResponse, redirect);

/** The newest users. */
export const usersOutput: Shape<DevUser[]> = list(
  object<DevUser>({
    id: text,
    name: text,
    email: text,
    emailVerified: boolean,
    createdAt: date,
    providers: list(text),
  }),
);

/** The newest active sessions. */
export const sessionsOutput: Shape<DevSession[]> = list(
  object<DevSession>({
    id: text,
    userId: text,
    email: text,
    createdAt: date,
    expiresAt: date,
    ipAddress: nullable(text),
    userAgent: nullable(text),
    proven: list(text),
  }),
);

/** The sign-in result for API callers, or a redirect or error page for forms. */
export const signedInAsOutput: Shape<SignInAsResponse | Response> = either(
  object<SignInAsResponse>({ signedIn: boolean, userId: text, challenge: nullable(record(anything)) }),
  redirect,
  page,
);

/** The latest requests. */
export const requestsOutput: Shape<RequestTrace[]> = list(
  object<RequestTrace>({
    endpointId: text,
    method: text,
    path: text,
    status: number,
    code: nullable(text),
    startedAt: date,
    durationMs: number,
    steps: list(object<TraceStep>({ kind: oneOf("rateLimit", "origin", "guard"), name: text, outcome: text })),
    userId: nullable(text),
    sessionId: nullable(text),
  }),
);
