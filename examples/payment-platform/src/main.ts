/** Starts the fake payment provider on its own: `WEBHOOK_URL=… WEBHOOK_SECRET=whsec_… npm start`. */

import { startPaymentPlatform } from "./server.ts";

const { PORT = "4000", WEBHOOK_URL: webhookURL, WEBHOOK_SECRET: secret } = process.env;
if (!webhookURL || !secret) throw new Error("Set WEBHOOK_URL and WEBHOOK_SECRET (whsec_ and base64).");

const { url, accessToken } = await startPaymentPlatform({ port: Number(PORT), webhookURL, secret });
console.log(`\n  Demo payment platform: ${url}/control\n  Access token for the SDK: ${accessToken}\n`);
