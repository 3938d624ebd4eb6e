import { createKeyring } from "@latchkey/core/crypto";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test, vi } from "vitest";

const secret = "Vw3kX9pQ2mZ7tR4bL8nC6yH1sD5fG0jA";
const challenge = "n4bQgYhMfWWaLqgxVrQFaA";
afterEach(() => void vi.unstubAllEnvs());

const proofFor = async (challenge: string): Promise<string | null> => {
  const { browser } = await startAuth({ secret });
  const { headers, body } = await browser().get("/ok", { "latchkey-challenge": challenge });
  expect(body).toEqual({ ok: true });
  return headers.get("latchkey-proof");
};

test("/ok proves to tools with the secret that the server has the same secret", async () => {
  const proof = (await proofFor(challenge)) ?? "";
  const verifies = (secret: string) =>
    createKeyring([secret]).signing("server-proof").verifyBase64Url(challenge, proof);
  expect([verifies(secret), verifies(secret.toLowerCase())]).toEqual([true, false]);
});

test("/ok signs only short random texts, and doesn't sign anything in production", async () => {
  for (const text of ["", "short", "a b".repeat(10), "x".repeat(65), "user@example.com/session"]) {
    expect(await proofFor(text)).toBeNull();
  }
  vi.stubEnv("NODE_ENV", "production");
  expect(await proofFor(challenge)).toBeNull();
});
