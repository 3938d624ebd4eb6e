/** Starts the second app alone: `ISSUER=… CLIENT_ID=… CLIENT_SECRET=… npm start`. */

import { startSecondApp } from "./server.ts";

const { ISSUER, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, PORT = "3003" } = process.env;
if (!ISSUER || !clientId || !clientSecret) {
  throw new Error(
    "Set ISSUER, CLIENT_ID, and CLIENT_SECRET to the values of a client that's registered with your provider.",
  );
}
const app = await startSecondApp({ port: Number(PORT) });
app.use({ issuer: ISSUER, clientId, clientSecret });
console.log(`Second app: ${app.url}. Its redirect URI is ${app.redirectURI}.`);
