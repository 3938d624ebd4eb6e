import { act } from "react";

/** Waits up to a second until the check passes, while React processes updates. */
export async function waitUntil(check: () => void): Promise<void> {
  for (let tries = 200; ; tries--) {
    await pause(5);
    try {
      return check();
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

/** Waits in real time while React processes updates. */
export function pause(ms: number): Promise<void> {
  return act(async () => {
    await new Promise((done) => setTimeout(done, ms));
  });
}
