/** A client of the cluster with cookies and a chosen local IP address. */

import { Agent } from "undici";

/** A response with its body parsed. */
export interface Answer {
  readonly status: number;
  readonly body: any;
  /** The node that responded, according to the load balancer. */
  readonly node: string | null;
  readonly headers: Headers;
}

/** Stores cookies and sends requests to any URL. */
export class TestClient {
  readonly cookies: Map<string, string>;
  readonly #origin: string;
  readonly #agent: Agent;

  /**
   * @param origin origin of the requests, which is the load balancer's
   * @param address local IP address to send the requests from
   */
  constructor(origin: string, address = "127.0.0.1", cookies: ReadonlyMap<string, string> = new Map()) {
    this.#origin = origin;
    this.#agent = new Agent({ localAddress: address });
    this.cookies = new Map(cookies);
  }

  /** Returns a copy, which doesn't get cookies that this client receives later. */
  copy(): TestClient {
    return new TestClient(this.#origin, undefined, this.cookies);
  }

  /**
   * @param base URL of the load balancer or a node. Default: the load balancer.
   */
  async send(
    path: string,
    body?: object,
    base: string = this.#origin,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const json = body ? { "content-type": "application/json" } : {};
    // Uses the number, because "localhost" can resolve to IPv6, which has no second loopback address.
    const answer = await fetch(`${base.replace("localhost", "127.0.0.1")}/api/auth${path}`, {
      method: body ? "POST" : "GET",
      headers: { origin: this.#origin, ...(cookie ? { cookie } : {}), ...json, ...more },
      ...(body ? { body: JSON.stringify(body) } : {}),
      dispatcher: this.#agent,
    } as RequestInit);
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return {
      status: answer.status,
      body: await answer.json(),
      node: answer.headers.get("x-node"),
      headers: answer.headers,
    };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
