/** Tests notices about expiring certificates, and metadata that's read every day. */

import { auditTable } from "@latchkey/core/plugin";
import { createMailbox } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SsoProviderNotice } from "../../src/saml-upkeep/notice.ts";
import { startWithSaml } from "./app.ts";
import { attackerKeys, createKeys, idpKeys, type TestKeys } from "./identity-provider.ts";
import { idpMetadata } from "./metadata.ts";

const day = 86_400_000;
const metadataUrl = "https://idp.test/metadata.xml";
const longKeys = createKeys({ notAfter: new Date(Date.now() + 90 * day) });
const nextKeys = createKeys({ notAfter: new Date(Date.now() + 90 * day) });

async function start(authOptions: object = {}) {
  const time = { passed: 0 };
  const notices: SsoProviderNotice[] = [];
  /** The responses of the identity provider's server. */
  const server = {
    body: "",
    status: 200,
    asked: [] as string[],
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
  };
  const publicFetch = async (url: string | URL | Request) => {
    server.asked.push(String(url));
    await server.meanwhile?.();
    return new Response(server.body, { status: server.status, headers: { location: "https://evil.test/metadata" } });
  };
  const it = await startWithSaml(
    { clock: () => new Date(Date.now() + time.passed), publicFetch, ...authOptions },
    {},
    { sendProviderNotice: (notice) => void notices.push(notice) },
  );
  const publish = (keys: readonly TestKeys[], changes: object = {}) => {
    server.body = idpMetadata({
      entityId: it.issuer,
      certificates: keys.map(({ certificate }) => certificate),
      ...changes,
    });
  };
  /** Runs the daily jobs of one instance. */
  const run = async () => {
    const { jobs } = await it.auth.api.removeExpired();
    await it.auth.api.deliverOutbox();
    return jobs;
  };
  const actions = async () => {
    const rows = await it.auth.$context.db.findMany(auditTable, { limit: 500 });
    return rows.map(({ action }) => action).filter((action) => /expire|refresh/.test(action));
  };
  const provider = async (providerId = "acme-meta") =>
    (await it.olga.browser.get<Awaited<ReturnType<typeof it.register>>>(`/sso/get-provider?providerId=${providerId}`))
      .body;
  const fingerprints = async () => (await provider()).samlConfig?.certificate.map((one) => one.fingerprintSha256) ?? [];
  return { ...it, time, notices, server, publish, run, actions, provider, fingerprints };
}

describe("before the last certificate expires", () => {
  test("there's one notice 30 days, 7 days, and 1 day before", async () => {
    const it = await start();
    const cert = createKeys({ notAfter: new Date(Date.now() + 60 * day) }).certificate;
    await it.olga.browser.post("/sso/update-provider", { providerId: "acme-saml", samlConfig: { cert } });
    const sentAfter = async (days: number) => {
      it.time.passed = days * day;
      await it.run();
      await it.run();
      return it.notices.splice(0).map(({ reason, providerId }) => `${reason} ${providerId}`);
    };
    const notice = ["certificate-expiring acme-saml"];
    expect([await sentAfter(29), await sentAfter(31), await sentAfter(32)]).toEqual([[], notice, []]);
    expect([await sentAfter(52), await sentAfter(54), await sentAfter(58)]).toEqual([[], notice, []]);
    expect([await sentAfter(59.5), await sentAfter(61)]).toEqual([notice, []]);
    expect(await it.actions()).toEqual(Array(3).fill("sso-provider.expire"));
  });

  test("the notice contains what the app needs for an email, and a new certificate starts the notices again", async () => {
    const it = await start();
    await it.run();
    expect(it.notices).toMatchObject([
      { providerId: "acme-saml", organizationId: it.acme, user: { email: "olga@example.com" }, name: "idp.test" },
    ]);
    await it.olga.browser.post("/sso/update-provider", {
      providerId: "acme-saml",
      samlConfig: { cert: attackerKeys.certificate },
    });
    await it.run();
    expect(it.notices).toHaveLength(2);
  });

  test("without the app's own function, the owners get a security notice", async () => {
    const box = createMailbox();
    const sendSecurityNotice = box.sender("sendSecurityNotice", ({ user }) =>
      String((user as { email: string }).email),
    );
    const it = await startWithSaml({ user: { sendSecurityNotice } });
    const run = async () => {
      await it.auth.api.removeExpired();
      await it.auth.api.deliverOutbox();
    };
    await run();
    await run();
    const sent = box.mails.map(({ to, mail }) => [to, mail["change"], mail["provider"]]);
    expect(sent).toEqual([["olga@example.com", "sso-certificate-expiring", "idp.test"]]);
  });

  test("there's no notice for a provider that's turned off or deleted", async () => {
    const it = await start();
    await it.olga.browser.post("/sso/update-provider", { providerId: "acme-saml", enabled: false });
    await it.run();
    expect(it.notices).toEqual([]);
  });
});

describe("metadata from a URL", () => {
  const register = async (it: Awaited<ReturnType<typeof start>>) => {
    it.publish([idpKeys]);
    return it.register({ providerId: "acme-meta", samlConfig: { metadataUrl } });
  };

  test("registers a provider, and adds a new certificate the next day", async () => {
    const it = await start();
    expect(await register(it)).toMatchObject({ status: 200, samlConfig: { metadataUrl, metadataProblem: null } });
    expect((await it.signIn({}, it.browser(), "acme-meta")).outcome).toBe("/app");
    it.publish([nextKeys, idpKeys]);
    await it.run();
    expect(await it.fingerprints()).toHaveLength(1);
    it.time.passed = 21 * 3_600_000;
    it.notices.length = 0;
    await it.run();
    expect(await it.fingerprints()).toHaveLength(2);
    expect(it.notices.map(({ reason }) => reason)).toEqual(["metadata-changed"]);
    // Once the old certificate is removed from the metadata, it's no longer accepted.
    it.publish([nextKeys]);
    it.time.passed = 42 * 3_600_000;
    await it.run();
    expect(await it.fingerprints()).toHaveLength(1);
    expect((await it.signIn({}, it.browser(), "acme-meta")).outcome).toBe("saml_signature_invalid");
    expect(it.server.asked.every((url) => url === metadataUrl)).toBe(true);
  });

  test.each<[string, object, readonly TestKeys[]]>([
    ["certificates", {}, [attackerKeys]],
    ["issuer", { entityId: "https://other-idp.test" }, [longKeys]],
    ["host", { ssoUrl: "https://evil.test/sso" }, [longKeys]],
    ["host", { ssoUrl: "https://idp.test:8443/sso" }, [longKeys]],
    ["metadata", { ssoUrl: "javascript:alert(1)" }, [longKeys]],
  ])("SAML-13: with swapped %s changes nothing, and is reported once", async (problem, changes, keys) => {
    const it = await start();
    it.publish([longKeys]);
    await it.register({ providerId: "acme-meta", samlConfig: { metadataUrl } });
    const before = await it.fingerprints();
    it.publish(keys, changes);
    for (const days of [1, 2]) {
      it.time.passed = days * 21 * 3_600_000;
      await it.run();
    }
    expect(await it.fingerprints()).toEqual(before);
    expect((await it.provider()).samlConfig).toMatchObject({
      entryPoint: "https://idp.test/redirect",
      metadataProblem: problem,
    });
    expect(it.notices.filter(({ reason }) => reason === "metadata-rejected")).toHaveLength(1);
    it.publish([longKeys]);
    it.time.passed = 3 * 21 * 3_600_000;
    await it.run();
    expect((await it.provider()).samlConfig?.metadataProblem).toBeNull();
  });

  test.each([302, 404, 500])(
    "changes nothing if the server answers with %i, and asks no other server",
    async (status) => {
      const it = await start();
      await register(it);
      it.publish([attackerKeys, idpKeys]);
      it.server.status = status;
      it.time.passed = day;
      await it.run();
      expect(await it.fingerprints()).toHaveLength(1);
      expect(it.notices.filter(({ reason }) => reason !== "certificate-expiring")).toEqual([]);
      expect(it.server.asked.every((url) => url === metadataUrl)).toBe(true);
    },
  );

  test("SSO-04: must be on the public internet, and must exist on its server", async () => {
    const it = await start();
    it.publish([idpKeys]);
    for (const url of [
      "http://idp.test/m",
      "https://localhost/m",
      "https://10.0.0.1/m",
      "https://idp.test:8443/m",
      "m",
    ]) {
      const made = await it.register({ providerId: "acme-meta", samlConfig: { metadataUrl: url } });
      expect([url, made.code]).toEqual([url, "discovery_invalid_url"]);
    }
    it.server.status = 404;
    expect((await register(it)).code).toBe("discovery_not_found");
    it.server.status = 302;
    expect((await register(it)).code).toBe("discovery_timeout");
  });

  test("doesn't remove a key that was added while it was read", async () => {
    const it = await start();
    await register(it);
    const rotate = { providerId: "acme-meta", step: "add" };
    it.server.meanwhile = () => it.olga.browser.post("/sso/rotate-keys", rotate);
    const update = { providerId: "acme-meta", samlConfig: { metadataUrl } };
    const { body } = await it.olga.browser.post<{ code: string }>("/sso/update-provider", update);
    expect(body.code).toBe("SSO_PROVIDER_CHANGED");
    expect((await it.provider()).samlConfig?.spCertificate).toHaveLength(2);
  });

  test("is no longer read after other values were entered by hand", async () => {
    const it = await start();
    await register(it);
    const samlConfig = { cert: attackerKeys.certificate };
    await it.olga.browser.post("/sso/update-provider", { providerId: "acme-meta", samlConfig });
    it.server.asked.length = 0;
    it.time.passed = day;
    await it.run();
    expect(it.server.asked).toEqual([]);
    expect((await it.provider()).samlConfig?.metadataUrl).toBeNull();
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("one of several instances reads the metadata and one sends each notice", async () => {
    const it = await start({ database: opened.database });
    it.publish([idpKeys]);
    await it.register({ providerId: "acme-meta", samlConfig: { metadataUrl } });
    it.publish([nextKeys, idpKeys]);
    it.server.asked.length = 0;
    it.time.passed = 23 * 3_600_000;
    await Promise.all(Array.from({ length: 4 }, () => it.auth.api.removeExpired()));
    expect(it.server.asked).toEqual([metadataUrl]);
    await vi.waitFor(async () => {
      await it.auth.api.deliverOutbox();
      const told = it.notices.map(({ reason, providerId }) => `${reason} ${providerId}`);
      expect(told).toContain("metadata-changed acme-meta");
      expect(told).toContain("certificate-expiring acme-saml");
      expect(new Set(told).size).toBe(told.length);
    });
  });
});
