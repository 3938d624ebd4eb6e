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

/** Where lines go. Text is free of control characters, except in an error's stack. */
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

/** Escapes control characters and halves of surrogate pairs, and cuts what is too long: a text that every database holds. */
export function oneLine(text: string): string {
  const escaped = text.replace(
    /[\p{Cc}\p{Cs}\u2028\u2029]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, harmless(value)]));
}

function harmless(value: unknown): unknown {
  if (typeof value === "string") return oneLine(value);
  return value instanceof Error ? bare(value) : value;
}

/** An error with nothing but what it says: drivers hang whole rows on theirs, hashes included. */
function bare(error: Error): Error {
  const copy = new Error(
    oneLine(error.message),
    error.cause instanceof Error ? { cause: bare(error.cause) } : undefined,
  );
  copy.name = error.name;
  if (error.stack) copy.stack = error.stack;
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? Object.assign(copy, { code }) : copy;
}

function toConsole(level: LogLevel, message: string, details: LogDetails): void {
  const rest = Object.keys(details).length > 0 ? [details] : [];
  console[level](`[latchkey] ${message}`, ...rest);
}
