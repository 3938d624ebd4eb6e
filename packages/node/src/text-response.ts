/** A `Response` with available text. It only creates a stream if one is read. */

/**
 * Returns a function like `new Response(text, init)` that takes a third of the work if only {@link textOf} reads the
 * response. Extending `Response` loads all of Node's fetch, so the class is defined on first use.
 */
export function createTextResponses(): (text: string, init: ResponseInit) => Response {
  let TextResponse: ReturnType<typeof defineTextResponse> | null = null;
  return (text, init) => {
    TextResponse ??= defineTextResponse();
    return new TextResponse(text, init);
  };
}

/**
 * Returns the text of a response from {@link createTextResponses}. `null` if it was read, or if it's another response.
 */
export function textOf(response: Response): string | null {
  return (response as Partial<UnreadTextResponse>).unreadText ?? null;
}

interface UnreadTextResponse {
  readonly unreadText: string | null;
}

function defineTextResponse(): new (text: string, init: ResponseInit) => Response & UnreadTextResponse {
  return class extends Response implements UnreadTextResponse {
    readonly #text: string;
    #whole: Response | null = null;

    constructor(text: string, init: ResponseInit) {
      super(null, init);
      this.#text = text;
    }

    get unreadText(): string | null {
      return this.#whole ? null : this.#text;
    }

    #read(): Response {
      this.#whole ??= new Response(this.#text, { status: this.status, headers: this.headers });
      return this.#whole;
    }

    override get body(): Response["body"] {
      return this.#read().body;
    }

    override get bodyUsed(): boolean {
      return this.#whole?.bodyUsed ?? false;
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return this.#read().arrayBuffer();
    }

    override blob(): ReturnType<Response["blob"]> {
      return this.#read().blob();
    }

    override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
      return new Uint8Array(await this.arrayBuffer());
    }

    override clone(): Response {
      return this.#read().clone() as Response;
    }

    override formData(): ReturnType<Response["formData"]> {
      return this.#read().formData();
    }

    override json(): Promise<unknown> {
      return this.#read().json();
    }

    override text(): Promise<string> {
      return this.#read().text();
    }
  };
}
