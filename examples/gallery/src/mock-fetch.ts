/** Fakes the server by replacing only `fetch`, so that the client, stores, and components are the real ones. */

/** A type as JSON, with dates as strings. */
export type Json<T> = T extends Date
  ? string
  : T extends readonly (infer One)[]
    ? readonly Json<One>[]
    : T extends object
      ? { readonly [K in keyof T]: Json<T[K]> }
      : T;

/** The outcome of a request. */
export type MockResponse =
  | { readonly kind: "answer"; readonly status: number; readonly body: unknown }
  | { readonly kind: "offline" }
  | { readonly kind: "pending" };

/** The request's JSON body and query. */
export interface MockRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
}

/** Maps a path below `/api/auth` to its response. */
export type MockResponses = Readonly<Record<string, MockResponse | ((asked: MockRequest) => MockResponse)>>;

/** A successful response. */
export function ok<T = unknown>(body: Json<T>): MockResponse {
  return { kind: "answer", status: 200, body };
}

/** An error response. */
export function errorResponse(status: number, code: string, details: object = {}): MockResponse {
  return { kind: "answer", status, body: { code, message: code, ...details } };
}

/** A response that never arrives. */
export const pending: MockResponse = { kind: "pending" };
/** The server can't be reached. */
export const offline: MockResponse = { kind: "offline" };
/** The user must reauthenticate. */
export const notFresh: MockResponse = errorResponse(403, "SESSION_NOT_FRESH", { proof: ["password"] });
export const forbidden: MockResponse = errorResponse(403, "FORBIDDEN");
export const tooManyRequests: MockResponse = errorResponse(429, "TOO_MANY_REQUESTS");
export const serverError: MockResponse = errorResponse(500, "INTERNAL_SERVER_ERROR");

let requests = 0;

/** Waits until no new requests are sent, so that all responses are rendered. */
export async function waitUntilIdle(): Promise<void> {
  for (let before = -1; before !== requests; ) {
    before = requests;
    for (let turn = 0; turn < 4; turn++) await new Promise((done) => setTimeout(done));
  }
}

/**
 * Creates a `fetch` with these responses.
 * @param onResponse sees each response before the page does
 * @throws {Error} if a path has no response, because the state is then incomplete
 */
export function mockFetch(
  answers: MockResponses,
  onResponse: (path: string, status: number, body: unknown) => void,
): typeof fetch {
  return async (input, init) => {
    requests++;
    const url = new URL(String(input));
    const path = url.pathname.replace(/^\/api\/auth/, "");
    const found = answers[path];
    if (!found) throw missingResponse(path);
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    const answer = typeof found === "function" ? found({ body, query: url.searchParams }) : found;
    if (answer.kind === "offline") throw new TypeError("Failed to fetch");
    if (answer.kind === "pending") return new Promise<Response>(() => {});
    onResponse(path, answer.status, answer.body);
    return Response.json(answer.body, { status: answer.status });
  };
}

function missingResponse(path: string): Error {
  const error = new Error(`The state has no response for ${path}.`);
  console.error(error);
  return error;
}
