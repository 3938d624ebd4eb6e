/** Writes the table of docs/auditors/saml.md. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runPeers } from "../../packages/sso/test/saml/peers.ts";
import { withTable } from "./page.ts";

const path = fileURLToPath(new URL("../../docs/auditors/saml.md", import.meta.url));
writeFileSync(path, withTable(readFileSync(path, "utf8"), await runPeers()));
