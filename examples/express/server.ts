/** Sets up and starts the app. */

import { toNodeHandler } from "@latchkey/node";
import express from "express";
import { auth } from "./auth.ts";
import { homePage } from "./pages.ts";
import { type MaybeSignedIn, readSession, requireSession, type SignedIn } from "./session.ts";

const app = express();
// Mount the handler before body parsers, because it reads request bodies itself.
app.all("/api/auth/*splat", toNodeHandler(auth));

app.use(express.static("public"));
app.use(express.json());
app.use(readSession);

app.get("/", (_request, response: MaybeSignedIn) => {
  response.send(homePage(response.locals.session));
});
app.get("/api/profile", requireSession, (_request, response: SignedIn) => {
  response.json({ email: response.locals.session.user.email });
});

await auth.migrate();
// Only this machine can connect. In a container, set HOST to 0.0.0.0.
const host = process.env.HOST ?? "127.0.0.1";
app.listen(Number(process.env.PORT ?? 3000), host, () => console.log(process.env.AUTH_URL ?? "http://localhost:3000"));
