/**
 * Preloaded by the quick start's processes. Redirects requests for the Polar and Stripe APIs to the fake payment
 * provider, so that the guides' code runs unchanged.
 */

import http from "node:http";
import https from "node:https";

const platform = new URL(process.env.PAYMENT_PLATFORM);
const hosts = new Set(["sandbox-api.polar.sh", "api.stripe.com"]);

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  return hosts.has(url.host)
    ? realFetch(new Request(new URL(url.pathname + url.search, platform), request))
    : realFetch(input, init);
};

const realRequest = https.request;
https.request = (options, ...others) => {
  if (!hosts.has(options.host)) return realRequest(options, ...others);
  const { hostname: host, port } = platform;
  const { agent: _, ...plain } = options;
  const request = http.request({ ...plain, host, port, agent: false }, ...others);
  // Stripe's SDK sends the body once the connection is secure, so this event has to be emitted.
  request.on("socket", (socket) => socket.once("connect", () => socket.emit("secureConnect")));
  return request;
};
