/** Somebody who visits the cluster, with cookies, from an address of this machine. */

import { Agent } from "undici";

/** An answer, read. */
export interface Answer {
  readonly status: number;
  readonly body: any;
  /** The node that answered, as the balancer says. */
  readonly node: string | null;
  readonly headers: Headers;
}

/** Cookies in hand, requests to whatever address. */
export class Visitor {
  readonly cookies: Map<string, string>;
  readonly #origin: string;
  readonly #agent: Agent;

  /**
   * @param origin of the pages that the requests come from: the balancer's
   * @param address of this machine's that the requests come from
   */
  constructor(origin: string, address = "127.0.0.1", cookies: ReadonlyMap<string, string> = new Map()) {
    this.#origin = origin;
    this.#agent = new Agent({ localAddress: address });
    this.cookies = new Map(cookies);
  }

  /** A copy, which does not see what this one is told later. */
  copy(): Visitor {
    return new Visitor(this.#origin, undefined, this.cookies);
  }

  /** @param base the balancer, by default, or a node */
  async send(
    path: string,
    body?: object,
    base: string = this.#origin,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const json = body ? { "content-type": "application/json" } : {};
    // By number: "localhost" may be an IPv6 address first, which has no second one to come from.
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
