import { act } from "react";

/** Waits until it is so, at most a second, and lets React see what happens meanwhile. */
export async function until(check: () => void): Promise<void> {
  for (let tries = 200; ; tries--) {
    await pause(5);
    try {
      return check();
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

/** Waits in real time, with React looking on. */
export function pause(ms: number): Promise<void> {
  return act(async () => {
    await new Promise((done) => setTimeout(done, ms));
  });
}
