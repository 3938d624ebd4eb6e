/** Remembers that a deletion link was sent, even after a reload. */

import { useState } from "react";

const key = "latchkey.deletion-link";

/** Lifetime of the link in milliseconds, the server's default. */
const lifetime = 86_400_000;

interface SentLink {
  readonly userId: string;
  readonly at: number;
}

export interface MailedDeletion {
  /** Whether a link was sent that may still work. */
  readonly isSent: boolean;
  markSent(): void;
}

export function useMailedDeletion(userId: string): MailedDeletion {
  const [isSent, setSent] = useState(() => isValid(readSent(), userId));
  return {
    isSent,
    markSent() {
      setSent(true);
      writeSent({ userId, at: Date.now() });
    },
  };
}

function isValid(sent: Partial<SentLink> | null, userId: string): boolean {
  return sent?.userId === userId && typeof sent.at === "number" && Date.now() - sent.at < lifetime;
}

function readSent(): Partial<SentLink> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<SentLink> | null;
  } catch {
    // Storage is off, or something else wrote to this key.
    return null;
  }
}

function writeSent(sent: SentLink): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sent));
  } catch {
    // Storage is off or full. The message then disappears with the page.
  }
}
