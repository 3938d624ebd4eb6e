/** Reads the rows of a CSV, JSON, or JSON Lines file. */

import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "csv-parse";
import type { InvalidEntry } from "./users.ts";

/** A row of the file. CSV values are always strings. */
export interface FileRow {
  readonly location: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Options for reading a file. */
export interface FileOptions {
  /** The folder that the path is relative to. */
  readonly folder: string;
  /** Separator between CSV columns. Default: a comma. */
  readonly delimiter?: string | undefined;
}

/**
 * Reads a file by its extension: `.csv` or `.tsv` with a header, `.json` with a list of objects (or
 * `{ users: [...] }`), `.jsonl` or `.ndjson` with one object per line. CSV and JSON Lines files are streamed.
 * @throws {Error} if the file doesn't exist, has another extension, or is so damaged that later rows can't be trusted
 */
export function readRows(
  path: string,
  { folder, delimiter = "," }: FileOptions,
): AsyncIterable<FileRow | InvalidEntry> {
  const file = resolve(folder, path);
  switch (extname(path).toLowerCase()) {
    case ".csv":
    case ".tsv":
      return csvRows(file, path.endsWith(".tsv") && delimiter === "," ? "\t" : delimiter);
    case ".json":
      return jsonRows(file, path);
    case ".jsonl":
    case ".ndjson":
      return jsonLines(file);
    default:
      throw new Error(`${path} has an unknown extension. Use .csv, .tsv, .json, .jsonl, or .ndjson.`);
  }
}

interface CsvRow {
  readonly record: Record<string, unknown>;
  readonly info: { readonly lines: number; readonly error?: { readonly code: string } };
}

async function* csvRows(file: string, delimiter: string): AsyncGenerator<FileRow | InvalidEntry> {
  const parser = parse({
    bom: true,
    columns: header,
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const source = createReadStream(file);
  // `pipe` doesn't forward the stream's errors.
  source.on("error", (error) => parser.destroy(error));
  for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRow>) {
    const place = `line ${info.lines}`;
    yield info.error
      ? { location: place, reason: "it has more or fewer values than the header has columns" }
      : { location: place, values: record };
  }
}

function header(names: string[]): string[] {
  const trimmed = names.map((name) => name.trim());
  const duplicate = trimmed.find((name, at) => trimmed.indexOf(name) !== at);
  if (duplicate !== undefined) throw new Error(`The column ${duplicate} occurs twice. Rename one of them.`);
  return trimmed;
}

async function* jsonRows(file: string, path: string): AsyncGenerator<FileRow | InvalidEntry> {
  const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
  const list = Array.isArray(parsed) ? parsed : (parsed as { readonly users?: unknown } | null)?.users;
  if (!Array.isArray(list))
    throw new Error(`${path} must contain a list of objects, or an object with such a list as "users".`);
  for (const [at, value] of list.entries()) yield rowOf(`entry ${at + 1}`, value);
}

async function* jsonLines(file: string): AsyncGenerator<FileRow | InvalidEntry> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() !== "") yield rowOf(`line ${number}`, parseLine(line));
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function rowOf(place: string, value: unknown): FileRow | InvalidEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { location: place, values: value as Record<string, unknown> }
    : { location: place, reason: "it isn't a JSON object" };
}
