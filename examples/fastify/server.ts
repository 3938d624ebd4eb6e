/** Sets up and starts the app. */

import { fileURLToPath } from "node:url";
import files from "@fastify/static";
import { toNodeHandler } from "@latchkey/node";
import fastify from "fastify";
import { auth } from "./auth.ts";
import { homePage } from "./pages.ts";
import { readSession, requireSession } from "./session.ts";

const app = fastify();
const handleAuth = toNodeHandler(auth);
app.register(async (scope) => {
  // Passes on the unparsed body, in this scope only.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.all("/api/auth/*", async (request, reply) => {
    reply.hijack();
    await handleAuth(request.raw, reply.raw);
  });
});

app.register(files, { root: fileURLToPath(new URL("public/", import.meta.url)) });

app.decorateRequest("session", null);
app.register(async (scope) => {
  scope.addHook("onRequest", readSession);
  scope.get("/", async ({ session }, reply) => reply.type("text/html").send(homePage(session)));
  scope.get("/api/profile", { onRequest: requireSession }, async ({ session }) => ({ email: session?.user.email }));
});

await auth.migrate();
// Only this machine can connect. In a container, set HOST to 0.0.0.0.
await app.listen({ host: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 3000) });
console.log(process.env.AUTH_URL ?? "http://localhost:3000");
