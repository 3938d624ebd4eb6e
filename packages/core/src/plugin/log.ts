/** The log: one line a message, never a secret, nothing that could forge a line. */

/** How serious a message is. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Where the library says what it has to say. */
export interface Logger {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
}

/** Ids and codes that help to find the cause. An `error` is logged with its stack. */
export type LogDetails = Readonly<Record<string, unknown>>;

/** Where lines go. Control characters in text are escaped; an error's stack has a line break before each frame. */
export type LogSink = (level: LogLevel, message: string, details: LogDetails) => void;

/** Options of `logger`. */
export interface LogOptions {
  /** Messages below this level are dropped. Default: `error`. */
  readonly level?: LogLevel;
  readonly disabled?: boolean;
  /** Default: the console. */
  readonly log?: LogSink;
}

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export function createLogger(options: LogOptions = {}): Logger {
  const lowest = options.disabled ? Number.POSITIVE_INFINITY : order[options.level ?? "error"];
  const sink = options.log ?? toConsole;
  const at = (level: LogLevel) => {
    if (order[level] < lowest) return () => {};
    return (message: string, details: LogDetails = {}): void => {
      try {
        sink(level, oneLine(message), clean(details));
      } catch {
        // A log that throws must not turn an answer into a failure.
      }
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

const longest = 500;

const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Escapes what could forge or hide text where it's printed: control characters (line breaks and ESC among them), line
 * and paragraph separators, characters that change the direction of writing, and halves of surrogate pairs.
 */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The text with control characters escaped, cut at 500 characters. Every database can store the result. */
export function oneLine(text: string): string {
  const escaped = escapeControls(text);
  return escaped.length > longest ? `${escaped.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…` : escaped;
}

/** What was thrown, in one line: its message, or what can be made of it. Never throws. */
export function errorText(error: unknown): string {
  try {
    return oneLine(error instanceof Error ? error.message : String(error));
  } catch {
    return "Something was thrown that cannot be made text.";
  }
}

function clean(details: LogDetails): LogDetails {
  return harmless(details, 0) as LogDetails;
}

const deepest = 4;

/** Strings escaped at any depth: consoles escape what's inside objects, but not every character that matters here. */
function harmless(value: unknown, depth: number): unknown {
  if (typeof value === "string") return oneLine(value);
  if (value instanceof Error) return bare(value, depth);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === deepest) return Array.isArray(value) ? "[Array]" : "[Object]";
  if (Array.isArray(value)) return value.map((one) => harmless(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [oneLine(key), harmless(one, depth + 1)]));
}

/** An error with nothing but what it says: drivers hang whole rows on theirs, hashes included. */
function bare(error: Error, depth: number): Error {
  const hasCause = error.cause instanceof Error && depth < deepest;
  const copy = new Error(
    oneLine(error.message),
    hasCause ? { cause: bare(error.cause as Error, depth + 1) } : undefined,
  );
  copy.name = oneLine(error.name);
  copy.stack = safeStack(error, copy);
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? Object.assign(copy, { code: oneLine(code) }) : copy;
}

const mostFrames = 50;

/**
 * A stack whose only line breaks stand before frames. The message is taken off first: it can hold input, and lines that
 * look like frames or like another entry of the log.
 */
function safeStack(error: Error, { name, message }: Error): string {
  const stack = typeof error.stack === "string" ? error.stack : "";
  const at = error.message === "" ? -1 : stack.indexOf(error.message);
  const lines = (at === -1 ? stack : stack.slice(at + error.message.length)).split("\n");
  const frames = lines.filter((line) => /^\s+at \S|^[^\s@]*@\S+:\d+$/.test(line)).slice(0, mostFrames);
  return [message === "" ? name : `${name}: ${message}`, ...frames.map((line) => `    ${oneLine(line.trim())}`)].join(
    "\n",
  );
}

function toConsole(level: LogLevel, message: string, details: LogDetails): void {
  const text = `[latchkey] ${message}`;
  if (Object.keys(details).length === 0) console[level](text);
  // A console takes the first of several values for a format.
  else console[level](text.replaceAll("%", "%%"), details);
}
