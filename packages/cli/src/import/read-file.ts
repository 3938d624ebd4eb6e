/** The rows of a file: CSV, JSON, or JSON lines. */

import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "csv-parse";
import type { Fault } from "./people.ts";

/** One row, as the file has it. Of CSV all values are text. */
export interface FileRow {
  readonly place: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How a file is read. */
export interface FileOptions {
  /** The folder from which its path is meant. */
  readonly folder: string;
  /** Between the columns of CSV. Default: a comma. */
  readonly delimiter?: string | undefined;
}

/**
 * Reads a file by its ending: `.csv` with a header, `.json` with a list of objects (or `{ users: [...] }`), `.jsonl` or
 * `.ndjson` with an object a line. CSV and lines are never in memory as a whole.
 * @throws {Error} the file is not there, not of these kinds, or broken so that no later row can be trusted
 */
export function readRows(path: string, { folder, delimiter = "," }: FileOptions): AsyncIterable<FileRow | Fault> {
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
      throw new Error(`${path}: give a file that ends in .csv, .tsv, .json, .jsonl or .ndjson.`);
  }
}

interface CsvRow {
  readonly record: Record<string, unknown>;
  readonly info: { readonly lines: number; readonly error?: { readonly code: string } };
}

async function* csvRows(file: string, delimiter: string): AsyncGenerator<FileRow | Fault> {
  const parser = parse({
    bom: true,
    columns: header,
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const source = createReadStream(file);
  // A stream does not pass its error on to what it is piped into.
  source.on("error", (error) => parser.destroy(error));
  for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRow>) {
    const place = `line ${info.lines}`;
    yield info.error
      ? { place, reason: "it has more or fewer values than the header has columns" }
      : { place, values: record };
  }
}

function header(names: string[]): string[] {
  const trimmed = names.map((name) => name.trim());
  const twice = trimmed.find((name, at) => trimmed.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`The column ${twice} is there twice.`);
  return trimmed;
}

async function* jsonRows(file: string, path: string): AsyncGenerator<FileRow | Fault> {
  const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
  const list = Array.isArray(parsed) ? parsed : (parsed as { readonly users?: unknown } | null)?.users;
  if (!Array.isArray(list)) throw new Error(`${path} holds no list of objects, nor one under "users".`);
  for (const [at, value] of list.entries()) yield rowOf(`entry ${at + 1}`, value);
}

async function* jsonLines(file: string): AsyncGenerator<FileRow | Fault> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() !== "") yield rowOf(`line ${number}`, parsedLine(line));
  }
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function rowOf(place: string, value: unknown): FileRow | Fault {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { place, values: value as Record<string, unknown> }
    : { place, reason: "it is no JSON object" };
}
