/** Writes docs/security.md. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findTests, readCases } from "./cases.ts";
import { securityPage } from "./page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cases = readCases(readFileSync(`${root}scripts/data/threats.md`, "utf8"));
mkdirSync(`${root}docs`, { recursive: true });
writeFileSync(`${root}docs/security.md`, securityPage(cases, findTests(root)));
