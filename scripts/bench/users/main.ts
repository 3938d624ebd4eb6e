/**
 * Benchmarks listing users in Latchkey against better-auth in one run, with a million users. Build the packages first.
 *
 * tsx scripts/bench/users/main.ts [--write] [--users=1000000]
 */

import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { writeBetweenMarkers } from "../markers.ts";
import { buildChildren, child, createStorage, production } from "../workers.ts";
import type { Task, Times } from "./worker.ts";

const { values } = parseArgs({ options: { write: { type: "boolean" }, users: { type: "string" } } });
const users = Number(values.users ?? 1_000_000);

const names: Readonly<Record<string, string>> = {
  first: "first page, with the total",
  "far, by cursor": "page 90% of the way through the rows, by cursor (better-auth: by offset)",
  "far, by offset": "page 90% of the way through the rows, by offset, with the total",
  prefix: "search by the start of an email",
  part: "search by part of an email (reads every row)",
  "part, indexed": "search by part of an email, with an index (better-auth: reads every row)",
};

/** The call to make on better-auth if it lacks this one. */
const rivals: Readonly<Record<string, string>> = { "far, by cursor": "far, by offset", "part, indexed": "part" };

await buildChildren(["users/worker.ts"]);
const rows: string[] = [];
for (const storage of ["sqlite", "postgres"] as const) {
  const own = await measure("latchkey", storage);
  const peer = await measure("better-auth", storage);
  for (const what of Object.keys(own)) {
    const rival = peer[rivals[what] ?? what];
    rows.push(line(storage, what, own[what] ?? null, rival ?? null));
  }
}
const head = [
  `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${users.toLocaleString("en")} users.`,
  "",
  "| page of 100 users, median in ms | database | Latchkey | better-auth | times as fast |",
  "| --- | --- | --- | --- | --- |",
];
const text = [...head, ...rows].join("\n");
console.log(text);
if (values.write) writeBetweenMarkers("users", text);

async function measure(name: Task["name"], storage: "sqlite" | "postgres"): Promise<Times> {
  console.error(`… ${name}, ${storage}`);
  const { place, remove } = await createStorage(name, storage);
  const task: Task = { name, place, users, times: 15 };
  try {
    return await new Promise<Times>((resolve, reject) => {
      const worker = fork(child("users/worker"), [JSON.stringify(task)], { env: production });
      worker.once("message", (times) => resolve(times as Times));
      worker.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
    });
  } finally {
    await remove();
  }
}

function line(storage: string, what: string, own: number | null, peer: number | null): string {
  const times = own !== null && peer !== null ? (peer / own).toFixed(1) : "";
  const cell = (value: number | null): string => (value === null ? "–" : value.toFixed(1));
  return `| ${names[what]} | ${storage === "sqlite" ? "SQLite" : "PostgreSQL"} | ${cell(own)} | ${cell(peer)} | ${times} |`;
}
