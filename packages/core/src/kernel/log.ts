/** The logger. Writes one line per message, and prevents secrets and forged lines from getting into the log. */

/** How serious a message is. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Receives the library's log messages. */
export interface Logger {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
}

/** Ids and codes that help to find the cause. Errors are logged with their stack. */
export type LogDetails = Readonly<Record<string, unknown>>;

/**
 * Writes a log line. Control characters in text are already escaped. An error's stack has a line break before each
 * frame.
 */
export type LogSink = (level: LogLevel, message: string, details: LogDetails) => void;

/** Options for `logger`. */
export interface LogOptions {
  /** Messages below this level are dropped. Default: `error`. */
  readonly level?: LogLevel;
  /** Whether to turn off logging. Default: false. */
  readonly disabled?: boolean;
  /** Receives the messages. Default: the console. */
  readonly log?: LogSink;
}

const severities: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export function createLogger(options: LogOptions = {}): Logger {
  const threshold = options.disabled ? Number.POSITIVE_INFINITY : severities[options.level ?? "error"];
  const sink = options.log ?? toConsole;
  const at = (level: LogLevel) => {
    if (severities[level] < threshold) return () => {};
    return (message: string, details: LogDetails = {}): void => {
      try {
        sink(level, oneLine(message), clean(details));
      } catch {
        // A log sink that throws must not fail the request.
      }
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

const maxLineLength = 500;

const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Escapes characters that could forge or hide printed text: control characters (including line breaks and ESC), line
 * and paragraph separators, characters that change the text direction, and lone surrogates.
 */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Escapes control characters and truncates the text to 500 characters. Every database can store the result. */
export function oneLine(text: string): string {
  const escaped = escapeControls(text);
  return escaped.length > maxLineLength
    ? `${escaped.slice(0, maxLineLength).replace(/[\ud800-\udbff]$/, "")}…`
    : escaped;
}

/** Describes a thrown value in one line, by its message if it has one. Never throws. */
export function errorText(error: unknown): string {
  try {
    return oneLine(error instanceof Error ? error.message : String(error));
  } catch {
    return "A value was thrown that can't be converted to text.";
  }
}

function clean(details: LogDetails): LogDetails {
  return sanitizeValue(details, 0) as LogDetails;
}

const maxDepth = 4;

/** Escapes strings at any depth. Consoles escape strings inside objects, but not every character that matters here. */
function sanitizeValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return oneLine(value);
  if (value instanceof Error) return sanitizeError(value, depth);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === maxDepth) return Array.isArray(value) ? "[Array]" : "[Object]";
  if (Array.isArray(value)) return value.map((one) => sanitizeValue(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [oneLine(key), sanitizeValue(one, depth + 1)]));
}

/** Copies only an error's text and code. Drivers attach whole rows to their errors, including password hashes. */
function sanitizeError(error: Error, depth: number): Error {
  const hasCause = error.cause instanceof Error && depth < maxDepth;
  const copy = new Error(
    oneLine(error.message),
    hasCause ? { cause: sanitizeError(error.cause as Error, depth + 1) } : undefined,
  );
  copy.name = oneLine(error.name);
  copy.stack = safeStack(error, copy);
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? Object.assign(copy, { code: oneLine(code) }) : copy;
}

const maxFrames = 50;

/**
 * Returns a stack that has line breaks only before frames. Removes the message first, because it can contain user input
 * that imitates frames or log entries.
 */
function safeStack(error: Error, { name, message }: Error): string {
  const stack = typeof error.stack === "string" ? error.stack : "";
  const at = error.message === "" ? -1 : stack.indexOf(error.message);
  const lines = (at === -1 ? stack : stack.slice(at + error.message.length)).split("\n");
  const frames = lines.filter((line) => /^\s+at \S|^[^\s@]*@\S+:\d+$/.test(line)).slice(0, maxFrames);
  return [message === "" ? name : `${name}: ${message}`, ...frames.map((line) => `    ${oneLine(line.trim())}`)].join(
    "\n",
  );
}

function toConsole(level: LogLevel, message: string, details: LogDetails): void {
  const text = `[latchkey] ${message}`;
  if (Object.keys(details).length === 0) console[level](text);
  // Consoles treat the first of several arguments as a format string.
  else console[level](text.replaceAll("%", "%%"), details);
}
