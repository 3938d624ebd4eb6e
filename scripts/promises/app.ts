/** The features and plugins whose calls are listed. */

import { makeApp } from "../openapi/app.ts";
import type { Feature } from "./page.ts";

export function features(): Feature[] {
  const { extensions } = makeApp("http://localhost:3000").$context;
  return extensions.plugins.map(({ id, endpoints = {} }) => ({
    id,
    // Uses the app's endpoints, which include what plugins add to each other's.
    endpoints: Object.fromEntries(
      Object.keys(endpoints).flatMap((name) => {
        const endpoint = extensions.endpoints[name];
        return endpoint ? [[name, endpoint]] : [];
      }),
    ),
  }));
}
