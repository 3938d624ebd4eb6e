/** Prompts the user in a terminal. */

import type { Readable, Writable } from "node:stream";
import type { WriteStream } from "node:tty";

/** An option to choose. */
export interface PromptOption {
  readonly id: string;
  /** What choosing it adds, in a few words. */
  readonly hint: string;
}

/**
 * Prompts the user. Every method throws {@link Canceled} if the user cancels, and {@link InputEnded} if there won't be an
 * answer.
 */
export interface Prompter {
  confirm(question: string): Promise<boolean>;
  /** Returns the ids of the chosen options. Can be empty. */
  choose(question: string, options: readonly PromptOption[]): Promise<readonly string[]>;
  text(question: string, suggestion?: string): Promise<string>;
  /** Doesn't show what the user types. */
  password(question: string): Promise<string>;
}

/** The user canceled, so the command stops. */
export class Canceled extends Error {
  constructor() {
    super("Canceled. Nothing was changed.");
    this.name = "Canceled";
  }
}

/** The terminal closed or sent the end of its input in place of an answer, so the command stops. */
export class InputEnded extends Error {
  constructor() {
    super("The input ended before the question was answered. Nothing was changed.");
    this.name = "InputEnded";
  }
}

/**
 * Asks whether to apply changes.
 * @throws {Canceled} if the user declines
 * @throws {Error} if no user is present
 */
export async function confirmChanges(prompter: Prompter | null): Promise<void> {
  if (!prompter) throw new Error("Can't ask for confirmation here. Rerun with --yes to apply the changes.");
  if (!(await prompter.confirm("Apply these changes?"))) throw new Canceled();
}

/** The streams of a terminal. */
export interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Returns the same terminal, with a default size if it reports 0 columns. Otherwise, each character would be on its own
 * line.
 */
export function withSize(output: WriteStream): WriteStream {
  if (output.columns === 0) output.columns = 80;
  if (output.rows === 0) output.rows = 24;
  return output;
}

/** Prompts on these streams. Loads the prompt library on first use, because most commands don't prompt. */
export function prompterOf(streams: PromptStreams): Prompter {
  const ask = createAsk(streams);
  return {
    async confirm(message) {
      const { confirm } = await import("@clack/prompts");
      return ask((common) => confirm({ message, ...common }));
    },
    async choose(message, options) {
      const { multiselect } = await import("@clack/prompts");
      const shown = options.map(({ id, hint }) => ({ value: id, label: id, hint }));
      return ask((common) => multiselect({ message, options: shown, required: false, ...common }));
    },
    async text(message, suggestion = "") {
      const { text } = await import("@clack/prompts");
      const own = { message, placeholder: suggestion, defaultValue: suggestion };
      return (await ask((common) => text({ ...own, ...common }))).trim();
    },
    async password(message) {
      const { password } = await import("@clack/prompts");
      return ask((common) => password({ message, ...common }));
    },
  };
}

/** Options that every prompt of the library accepts. */
interface CommonOptions extends PromptStreams {
  readonly signal: AbortSignal;
}

type Ask = <T>(prompt: (common: CommonOptions) => Promise<T>) => Promise<Exclude<T, symbol>>;

/** A key, as Node.js describes it. */
interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly sequence?: string;
}

/** Makes the library's prompts throw once the input has ended. On their own, they would wait forever. */
function createAsk({ input, output }: PromptStreams): Ask {
  let hasKeys = false;
  return async (prompt) => {
    if (input.readableEnded || input.destroyed) throw new InputEnded();
    const ended = new AbortController();
    const end = (): void => ended.abort();
    const onKey = (_: unknown, key: Key): void => {
      // A Ctrl+D from before the first prompt arrives as a null character.
      if ((key.ctrl && key.name === "d") || (!hasKeys && key.sequence === "\0")) end();
      hasKeys = true;
    };
    input.on("end", end).on("close", end).on("error", end).on("keypress", onKey);
    try {
      const answer = await prompt({ input, output, signal: ended.signal });
      if (ended.signal.aborted) throw new InputEnded();
      if (typeof answer === "symbol") throw new Canceled();
      return answer as Exclude<typeof answer, symbol>;
    } finally {
      input.off("end", end).off("close", end).off("error", end).off("keypress", onKey);
    }
  };
}
