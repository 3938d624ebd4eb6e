/** Collects what a page complains about while someone uses it. */

import type { Page } from "playwright-core";

/**
 * Requests of the organization components that fail although no one did anything wrong: they're sent without a session,
 * without an active organization, or without a verified email. Remove the lines as the requests go.
 */
const beingRemoved: readonly string[] = [
  "400 /api/auth/organization/get-active-member",
  "401 /api/auth/organization/get-active-member",
  "401 /api/auth/organization/get-full-organization",
  "401 /api/auth/organization/list",
  "403 /api/auth/organization/list-user-invitations",
];

/** Records console messages, errors, and responses from 400 on. Returns what it has found so far. */
export function watchComplaints(page: Page): () => readonly string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // Chromium also logs each failed response, which is recorded with its path.
    if (["error", "warning"].includes(message.type()) && !text.startsWith("Failed to load resource")) found.push(text);
  });
  page.on("pageerror", (error) => void found.push(String(error)));
  page.on("response", (response) => {
    const line = `${response.status()} ${new URL(response.url()).pathname}`;
    if (response.status() >= 400 && !beingRemoved.includes(line))
      found.push(`${line} on ${new URL(page.url()).pathname}`);
  });
  return () => found;
}
