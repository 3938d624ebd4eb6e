/** Writes docs/auditors/security.md. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findTests, readCases, readNotes } from "./cases.ts";
import { securityPage } from "./page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cases = readCases(readFileSync(`${root}scripts/data/threats.md`, "utf8"));
const notes = readNotes(readFileSync(`${root}scripts/data/threat-notes.json`, "utf8"));
mkdirSync(`${root}docs`, { recursive: true });
writeFileSync(`${root}docs/auditors/security.md`, securityPage(cases, findTests(root), notes));
