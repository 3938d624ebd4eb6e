/**
 * A notes service for users' programs and agents, with an API at `/notes` and an MCP server at `/notes/mcp`. It has no
 * users. It accepts access tokens from an OAuth provider, which it verifies with the provider's public keys.
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Access, protect, resourceMetadata } from "@latchkey/oauth-provider/resource";
import { createNotes, type Notes, scopes } from "./notes.ts";
import { answerMcp } from "./tools.ts";

/** Options for `startNotes`. */
export interface NotesOptions {
  /** Port to listen on, or the next free one. 0 chooses a free one. */
  readonly port: number;
}

/** The running service. */
export interface RunningNotes {
  /** The audience that tokens must have, which is also the URL of the API. */
  readonly resource: string;
  /** The URL of the MCP server. */
  readonly mcpURL: string;
  /** Sets the issuer whose tokens it accepts. Requests wait until then. */
  trust(issuer: string): void;
  close(): Promise<void>;
}

type Answer = (request: Request) => Promise<Response> | Response;

/** Starts the service. It only accepts connections from this machine. */
export async function startNotes({ port }: NotesOptions): Promise<RunningNotes> {
  let trust: (issuer: string) => void = () => {};
  const trusted = new Promise<string>((resolve) => (trust = resolve));
  let answer: Promise<Answer> | undefined;
  const server = createAdaptorServer({
    fetch: async (request) => (await (answer as Promise<Answer>))(request),
  }) as Server;
  const origin = `http://127.0.0.1:${await listen(server, port)}`;
  const resource = `${origin}/notes`;
  answer = trusted.then((issuer) => createRoutes(issuer, resource));
  return {
    resource,
    mcpURL: `${resource}/mcp`,
    trust,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createRoutes(issuer: string, resource: string): Answer {
  const notes = createNotes();
  // Each keeps the provider's keys, so they're created once.
  const reading = { issuer, resource, scopes: [scopes.read] };
  const writing = { issuer, resource, scopes: [scopes.write] };
  // Agents ask the user for the scopes that the first rejection lists, so it lists the scopes that all tools need.
  const all = { issuer, resource, scopes: Object.values(scopes) };
  const mcp = protect((request, access) => answerMcp(notes, request, access), all);
  const list = protect((_, { subject }) => Response.json({ notes: notes.list(subject) }), reading);
  const add = protect((request, access) => addNote(notes, request, access), writing);
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/.well-known/oauth-protected-resource/notes") {
      return resourceMetadata({ issuer, resource, scopes: Object.values(scopes) });
    }
    if (pathname === "/notes/mcp") return mcp(request);
    if (pathname === "/notes" && request.method === "GET") return list(request);
    if (pathname === "/notes" && request.method === "POST") return add(request);
    return Response.json({ error: "not_found" }, { status: 404 });
  };
}

async function addNote(notes: Notes, request: Request, { subject }: Access): Promise<Response> {
  const note = (await request.text()).trim();
  if (note === "" || note.length > 1000) return Response.json({ error: "invalid_note" }, { status: 400 });
  notes.add(subject, note);
  return Response.json({ notes: notes.list(subject) }, { status: 201 });
}

/** Listens on this machine only, on the port or the next free one. Returns the port. */
function listen(server: Server, port: number, triesLeft = 20): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE" || triesLeft === 0) return reject(error);
      resolve(listen(server, port + 1, triesLeft - 1));
    });
    server.listen({ port, host: "127.0.0.1" }, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}
