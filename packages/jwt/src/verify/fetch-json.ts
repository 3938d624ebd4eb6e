/** Reads JSON from the issuer, with limits on time and size. */

/** How to send the request. */
export interface FetchRules {
  readonly fetch: typeof fetch;
  /** Timeout in seconds. */
  readonly timeout: number;
}

/** Far larger than any real response. The limit keeps a faulty response from filling up the memory. */
const maxBytes = 262_144;

/** The issuer's response had a status other than 200. */
export class UnexpectedStatus extends Error {
  override readonly name = "UnexpectedStatus";
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} responded with the status ${status}.`);
    this.status = status;
  }
}

/**
 * Returns the JSON at a URL. Doesn't follow redirects.
 * @throws {Error} if the response isn't JSON, is too large, or doesn't have the status 200
 */
export async function fetchJson(url: string, { fetch: send, timeout }: FetchRules): Promise<unknown> {
  const response = await send(url, {
    headers: { accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(timeout * 1000),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new UnexpectedStatus(url, response.status);
  }
  return JSON.parse(await readText(response, url));
}

async function readText(response: Response, url: string): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new Error(`${url} returned more than ${maxBytes} bytes.`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Whether a request can await another request's promise. On Cloudflare Workers, it can't. */
export function sharesPromises(): boolean {
  return globalThis.navigator?.userAgent !== "Cloudflare-Workers";
}
