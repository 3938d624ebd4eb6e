/** A `Response` whose text is at hand: it is made a stream only if somebody asks for one. */

/** As `new Response(text, init)`, for a third of the work where only {@link textOf} reads it. */
export function textResponse(text: string, init: ResponseInit): Response {
  TextResponse ??= define();
  return new TextResponse(text, init);
}

/** The text of what {@link textResponse} made; `null` if it was read or is some other response. */
export function textOf(response: Response): string | null {
  return (response as Partial<Unread>).unread ?? null;
}

interface Unread {
  readonly unread: string | null;
}

// Extending `Response` loads all of Node's fetch, for which an app's start should not wait.
let TextResponse: (new (text: string, init: ResponseInit) => Response & Unread) | null = null;

function define(): NonNullable<typeof TextResponse> {
  return class extends Response implements Unread {
    readonly #text: string;
    #whole: Response | null = null;

    constructor(text: string, init: ResponseInit) {
      super(null, init);
      this.#text = text;
    }

    get unread(): string | null {
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
