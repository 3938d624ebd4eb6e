/** Collects a page's console messages, errors, and failed requests while a test uses it. */

import type { Page } from "playwright-core";

/** Records console messages, errors, and responses with status 400 or higher. Returns a function that lists them. */
export function watchComplaints(page: Page): () => readonly string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // Ignore Chromium's message for failed responses, because they're recorded with their path.
    if (["error", "warning"].includes(message.type()) && !text.startsWith("Failed to load resource")) found.push(text);
  });
  page.on("pageerror", (error) => void found.push(String(error)));
  page.on("response", (response) => {
    const line = `${response.status()} ${new URL(response.url()).pathname}`;
    if (response.status() >= 400) found.push(`${line} on ${new URL(page.url()).pathname}`);
  });
  return () => found;
}
