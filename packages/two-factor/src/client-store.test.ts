// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { expect, test, vi } from "vitest";
import { startClient } from "../test/client.ts";

const password = testPassword;

test("the store of trusted devices reloads after every change", async () => {
  const { app, client } = await startClient();
  await client.signUp.email({ email: "ann@example.com", password, name: "Ann" });
  const { data } = await client.twoFactor.enable({ password });
  const secret = new URL(data?.method === "totp" ? data.totpURI : "").searchParams.get("secret") as string;
  const stop = client.$stores.trustedDevices.listen(() => {});
  await vi.waitFor(() => expect(client.$stores.trustedDevices.get().data).toEqual([]), 10_000);
  await client.twoFactor.verifyTotp({ code: app.code(secret), trustDevice: true });
  await vi.waitFor(() => expect(client.$stores.trustedDevices.get().data).toMatchObject([{ current: true }]), 10_000);
  await client.twoFactor.revokeTrustedDevices();
  await vi.waitFor(() => expect(client.$stores.trustedDevices.get().data).toEqual([]), 10_000);
  stop();
});
