/** The MCP server: tools that read and write the caller's notes. */

import type { Access } from "@latchkey/oauth-provider/resource";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";
import type { Notes } from "./notes.ts";

/** Answers one request. There's no state between requests, so any instance can answer. */
export async function answerMcp(notes: Notes, request: Request, access: Access): Promise<Response> {
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await createServer(notes, access).connect(transport as Transport);
  return transport.handleRequest(request);
}

function createServer(notes: Notes, { subject }: Access): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("list_notes", { description: "Lists the user's notes" }, () =>
    say(notes.list(subject).join("\n")),
  );
  const input = { text: z.string().min(1).max(1000).describe("The note") };
  server.registerTool("add_note", { description: "Adds a note", inputSchema: input }, ({ text }) => {
    notes.add(subject, text);
    return say("Added.");
  });
  return server;
}

function say(text: string) {
  return { content: [{ type: "text" as const, text }] };
}
