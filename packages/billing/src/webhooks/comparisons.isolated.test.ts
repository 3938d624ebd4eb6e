import * as crypto from "@latchkey/core/crypto";
import { expect, test, vi } from "vitest";
import { verifyBody } from "./verify.ts";

vi.mock("@latchkey/core/crypto", async (actual) => {
  const real = await actual<typeof crypto>();
  return { ...real, constantTimeEqual: vi.fn(real.constantTimeEqual) };
});

test("WEBH-14: every key is compared with every signature in constant time, even after a match", () => {
  const [body, keys] = [crypto.utf8("{}"), [crypto.utf8("one key"), crypto.utf8("another key")]];
  const right = `v1,${crypto.toBase64(crypto.hmacSha256(crypto.utf8("one key"), "msg_1.1748860800.{}"))}`;
  const compared = vi.mocked(crypto.constantTimeEqual);
  for (const signatures of [
    [right, "v1,x", "v2,y"],
    ["v1,x", "v2,y", right],
  ]) {
    compared.mockClear();
    expect(verifyBody({ id: "msg_1", timestamp: "1748860800", signatures }, body, keys).id).toBe("msg_1");
    expect(compared).toHaveBeenCalledTimes(6);
  }
});
