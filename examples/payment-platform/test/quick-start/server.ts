/** Mounts the guide's auth file on a server, as the installation guides do, with a page that needs the benefit. */

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { toNodeHandler } from "@latchkey/node";

const { auth } = await import(pathToFileURL("auth.ts").href);
const { isPro } = await import(pathToFileURL("is-pro.ts").href);
const handler = toNodeHandler(auth);

createServer(async (request, response) => {
  if (request.url !== "/is-pro") return handler(request, response);
  response.end(String(await isPro(new Headers({ cookie: request.headers.cookie ?? "" }))));
}).listen(Number(new URL(process.env.AUTH_URL ?? "").port), "127.0.0.1", () => console.log("listening"));
