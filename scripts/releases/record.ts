/**
 * Records a database of this release for the tests of all later releases: `npx tsx scripts/releases/record.ts 1.0.0`.
 * Run it only once per release, when the release is made.
 */

import { existsSync, writeFileSync } from "node:fs";
import Database from "libsql";
import { open } from "./app.ts";
import { dump } from "./dump.ts";
import { fill } from "./fill.ts";

const version = process.argv[2] ?? "";
if (!/^\d+\.\d+\.\d+$/.test(version))
  throw new Error("Pass the version of the release, as in: npx tsx scripts/releases/record.ts 1.0.0");
const path = new URL(`../data/releases/${version}.json`, import.meta.url);
if (existsSync(path)) throw new Error(`${version} already exists. Recorded releases can't be changed.`);

const database = new Database(":memory:");
const known = await fill(await open(database, new Date("2030-01-01T12:00:00.000Z")));
writeFileSync(path, `${JSON.stringify({ version, known, statements: dump(database) }, null, 2)}\n`);
