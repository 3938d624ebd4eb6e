/** Starts the showcase as the OAuth provider, and a service that stores notes. */

import { runShowcase } from "showcase/run";
import { scopes } from "./notes.ts";
import { startNotes } from "./server.ts";

const notes = await startNotes({ port: Number(process.env.NOTES_PORT ?? 3010) });
const { url } = await runShowcase({
  mcpServer: { resource: notes.resource, name: "Notes", scopes: Object.values(scopes) },
});
notes.trust(`${url}/api/auth`);
console.log(`  MCP server:  ${notes.mcpURL}
  API:         ${notes.resource}
`);
