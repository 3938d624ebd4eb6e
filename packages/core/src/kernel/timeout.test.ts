import { expect, test } from "vitest";
import { withTimeout } from "./timeout.ts";

test("returns the result of the work, or throws its error", async () => {
  expect(await withTimeout(1000, async () => "done", "work")).toBe("done");
  await expect(withTimeout(1000, () => Promise.reject(new Error("own")), "work")).rejects.toThrow("own");
});

test("throws after the timeout, and aborts the signal with the same error", async () => {
  let stopped: AbortSignal | undefined;
  const work = withTimeout(
    5,
    (signal) => {
      stopped = signal;
      return new Promise<never>(() => {});
    },
    "mail.example.com",
  );
  await expect(work).rejects.toThrow("mail.example.com didn't respond within 5 ms.");
  expect(stopped?.reason).toMatchObject({ message: "mail.example.com didn't respond within 5 ms." });
});

test("a result that's ready by the time a busy process checks the timeout is still returned", async () => {
  const work = withTimeout(
    5,
    () => new Promise<string>((resolve) => setImmediate(() => resolve("late, but here"))),
    "work",
  );
  const end = performance.now() + 30;
  while (performance.now() < end);
  expect(await work).toBe("late, but here");
});
