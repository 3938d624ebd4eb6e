/** Sends requests to the cluster with a timeout, and counts them. */

import { check, type Jar, type Ledger } from "./ledger.ts";

/** A response, or what happened instead of one. */
export interface Reply {
  /** 0 if the connection broke. */
  readonly status: number;
  // Callers check the contents.
  readonly body: Readonly<Record<string, unknown>> | null;
  /**
   * Whether the request may or may not have taken effect, because the connection broke or a service was unavailable.
   */
  readonly isUnknown: boolean;
}

/** Counts of the requests. */
export interface CallCounts {
  /** Number of responses by kind of request and status. */
  readonly byKind: Map<string, Map<number, number>>;
  /** The slowest request, in milliseconds. */
  longest: { milliseconds: number; kind: string; status: number };
}

/** Sends requests to one URL. */
export interface ApiClient {
  readonly counts: CallCounts;
  /** Sends a POST if there's a body. Cookies from the response are stored in the jar. */
  send(path: string, jar: Jar, body?: object): Promise<Reply>;
}

/** Maximum duration of a request, in milliseconds. The balancer gives up on a node after fifteen seconds. */
export const timeLimit = 20_000;

/**
 * @param url URL of the balancer
 */
export function createApiClient(url: string, ledger: Ledger): ApiClient {
  const counts: CallCounts = { byKind: new Map(), longest: { milliseconds: 0, kind: "", status: 0 } };
  return {
    counts,
    async send(path, jar, body) {
      const kind = path.replace(/\?.*/, "");
      const begin = performance.now();
      const reply = await ask(url, path, jar, body);
      const milliseconds = performance.now() - begin;
      const byStatus = counts.byKind.get(kind) ?? new Map<number, number>();
      counts.byKind.set(kind, byStatus.set(reply.status, (byStatus.get(reply.status) ?? 0) + 1));
      if (milliseconds > counts.longest.milliseconds) counts.longest = { milliseconds, kind, status: reply.status };
      const said = () => `${kind}: ${reply.status} ${JSON.stringify(reply.body)} after ${Math.round(milliseconds)} ms`;
      check(ledger, "a response arrives in time", milliseconds < timeLimit && reply.status !== 504, said);
      check(ledger, "an error is one that the endpoint declares", reply.status !== 500, said);
      return reply;
    },
  };
}

async function ask(url: string, path: string, jar: Jar, body: object | undefined): Promise<Reply> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  try {
    const answer = await fetch(`${url}/api/auth${path}`, {
      method: body ? "POST" : "GET",
      headers: { origin: url, ...(cookie ? { cookie } : {}), ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeLimit),
    });
    const text = await answer.text();
    for (const line of answer.headers.getSetCookie()) keep(jar, line);
    return { status: answer.status, body: JSON.parse(text), isUnknown: answer.status >= 500 };
  } catch {
    return { status: 0, body: null, isUnknown: true };
  }
}

function keep(jar: Jar, line: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/;\s*max-age=0/i.test(line)) jar.delete(name);
  else jar.set(name, value);
}
