/** Simulates a browser in front of a handler: sends an origin, stores cookies, and removes deleted ones. */

/** A response with its body parsed. */
export interface TestReply<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text of a page. */
  readonly body: T;
  readonly setCookies: readonly string[];
}

/** A test browser that stores cookies and sends its origin. */
export interface TestBrowser {
  /** Cookies by name, with percent-encoded values. Change them to simulate an attack. */
  readonly cookies: Map<string, string>;
  /** Headers of a request from this browser, for `auth.api` and your app's routes: its origin and its cookies. */
  headers(): Headers;
  get<T = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<TestReply<T>>;
  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestReply<T>>;
  /** Sends any request. Adds the cookies and applies `set-cookie`. */
  send<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<TestReply<T>>;
  signUp(email: string, password?: string): Promise<TestReply<SignUpResponse>>;
  signIn(email: string, password?: string): Promise<TestReply<SignUpResponse>>;
}

/** The response of sign-up and sign-in, limited to what tests read. */
export interface SignUpResponse {
  readonly token: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** The password of test users. */
export const testPassword = "correct horse battery";

type Handler = (request: Request, info?: { remoteAddress?: string }) => Promise<Response>;

/**
 * Creates a browser without cookies.
 * @param base origin and base path, such as `http://app.test/api/auth`
 * @param address the browser's IP address
 */
export function createBrowser(handler: Handler, base: string, address = "203.0.113.7"): TestBrowser {
  const cookies = new Map<string, string>();
  const { origin } = new URL(base);

  const send = async <T>(path: string, init: RequestInit = {}): Promise<TestReply<T>> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has("cookie")) headers.set("cookie", cookieHeader(cookies));
    const response = await handler(new Request(`${base}${path}`, { ...init, headers }), { remoteAddress: address });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) storeCookie(cookies, line);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
      setCookies,
    };
  };
  const get: TestBrowser["get"] = (path, headers = {}) => send(path, { headers });
  const post: TestBrowser["post"] = (path, body = {}, headers = {}) =>
    send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { origin, "content-type": "application/json", ...headers },
    });
  return {
    cookies,
    headers: () => new Headers({ origin, ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }) }),
    send,
    get,
    post,
    signUp: (email, password = testPassword) => post("/sign-up/email", { email, password, name: email.split("@")[0] }),
    signIn: (email, password = testPassword) => post("/sign-in/email", { email, password }),
  };
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at);
  if (attributes.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}
