/** A server's answers without a server: it stands in for `fetch` alone, so that client, stores and screens are the real ones. */

/** Data as JSON has them: dates are texts. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer One)[]
    ? readonly Wire<One>[]
    : T extends object
      ? { readonly [K in keyof T]: Wire<T[K]> }
      : T;

/** What becomes of a request. */
export type Answer =
  | { readonly kind: "answer"; readonly status: number; readonly body: unknown }
  | { readonly kind: "offline" }
  | { readonly kind: "pending" };

/** What was asked: the JSON that was sent, and the query. */
export interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
}

/** Path below `/api/auth` → its answer. */
export type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer)>>;

/** The server answers well. */
export function ok<T = unknown>(body: Wire<T>): Answer {
  return { kind: "answer", status: 200, body };
}

/** The server refuses. */
export function refused(status: number, code: string, details: object = {}): Answer {
  return { kind: "answer", status, body: { code, message: code, ...details } };
}

/** No answer comes. */
export const pending: Answer = { kind: "pending" };
/** No server is reached. */
export const offline: Answer = { kind: "offline" };
/** A proof of who it is has to be given anew. */
export const notFresh: Answer = refused(403, "SESSION_NOT_FRESH", { proof: ["password"] });
export const forbidden: Answer = refused(403, "FORBIDDEN");
export const tooOften: Answer = refused(429, "TOO_MANY_REQUESTS");
export const broken: Answer = refused(500, "INTERNAL_SERVER_ERROR");

let requests = 0;

/** Waits until nothing more is asked: what was answered is shown then. */
export async function quiet(): Promise<void> {
  for (let before = -1; before !== requests; ) {
    before = requests;
    for (let turn = 0; turn < 4; turn++) await new Promise((done) => setTimeout(done));
  }
}

/** A `fetch` with these answers. @throws {Error} a path that has none: the state is not complete */
export function standIn(answers: Answers): typeof fetch {
  return async (input, init) => {
    requests++;
    const url = new URL(String(input));
    const path = url.pathname.replace(/^\/api\/auth/, "");
    const found = answers[path];
    if (!found) throw unanswered(path);
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    const answer = typeof found === "function" ? found({ body, query: url.searchParams }) : found;
    if (answer.kind === "offline") throw new TypeError("Failed to fetch");
    if (answer.kind === "pending") return new Promise<Response>(() => {});
    return Response.json(answer.body, { status: answer.status });
  };
}

function unanswered(path: string): Error {
  const error = new Error(`The state has no answer for ${path}.`);
  console.error(error);
  return error;
}
