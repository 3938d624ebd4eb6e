/** What the calls answer, as shapes. */

import type { RequestTrace } from "@latchkey/core";
import type { SuccessAnswer, TraceStep } from "@latchkey/core/plugin";
import {
  anything,
  date,
  either,
  flag,
  list,
  nullable,
  number,
  object,
  page,
  record,
  redirect,
  type Shape,
  successAnswer,
  text,
  words,
} from "@latchkey/core/shapes";
import type { ConsoleLink, SignedInAs } from "./contract.ts";
import type { CaughtMail } from "./mail/mailbox.ts";
import type { DevSession } from "./sessions/store.ts";
import type { DevUser } from "./users/store.ts";

/** The link to the console. */
export const linkOutput: Shape<ConsoleLink> = object<ConsoleLink>({ url: text, path: text });

/** Caught mail. */
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

/** Done, for programs; a form goes back to the page. */
export const clearedOutput: Shape<SuccessAnswer | Response> = either(successAnswer, redirect);

/** Users. */
export const usersOutput: Shape<DevUser[]> = list(
  object<DevUser>({ id: text, name: text, email: text, emailVerified: flag, createdAt: date, providers: list(text) }),
);

/** Sessions. */
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

/** Who is signed in now; a form goes on to the app. */
export const signedInAsOutput: Shape<SignedInAs | Response> = either(
  object<SignedInAs>({ signedIn: flag, userId: text, challenge: nullable(record(anything)) }),
  redirect,
  page,
);

/** Requests. */
export const requestsOutput: Shape<RequestTrace[]> = list(
  object<RequestTrace>({
    endpointId: text,
    method: text,
    path: text,
    status: number,
    code: nullable(text),
    startedAt: date,
    durationMs: number,
    steps: list(object<TraceStep>({ kind: words("rateLimit", "origin", "guard"), name: text, outcome: text })),
    userId: nullable(text),
    sessionId: nullable(text),
  }),
);
