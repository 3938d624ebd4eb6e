import { encodeCbor, type ResponseChanges } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import {
  compareAssertion,
  compareMutations,
  compareRegistration,
  disagreement,
  sampleOf,
  stricter,
} from "../../test/differential.ts";

const changes: Readonly<Record<string, ResponseChanges>> = {
  "nothing changed": {},
  "no user verification": { userVerified: false },
  "no user presence": { userPresent: false },
  synced: { backupEligible: true, backedUp: true },
  "can be synced": { backupEligible: true },
  "synced although it can't be": { backedUp: true },
  "another origin": { origin: "https://evil.example" },
  "plain HTTP": { origin: "http://app.example" },
  "another port": { origin: "https://app.example:8443" },
  "a subdomain": { origin: "https://login.app.example" },
  "another domain": { rpID: "evil.example" },
  "another challenge": { challenge: "AAAA" },
  "the type of the other ceremony": { type: "webauthn.other" },
  "a cross-origin frame": { clientData: { crossOrigin: true } },
  "a cross-origin frame with its page": { clientData: { crossOrigin: true, topOrigin: "https://evil.example" } },
  "a page without a frame": { clientData: { topOrigin: "https://evil.example" } },
  "more client data": { clientData: { other_keys_can_be_added_here: "do not compare clientDataJSON" } },
  "an obsolete token binding": { clientData: { tokenBinding: { status: "supported" } } },
  "a wrong token binding": { clientData: { tokenBinding: { status: "other" } } },
  "a high counter": { counter: 4_294_967_295 },
  "no counter": { counter: 0 },
  extensions: {
    extensions: new Map<string, boolean | number>([
      ["credProtect", 2],
      ["hmac-secret", true],
    ]),
  },
  "an authenticator model": { aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4" },
  "one byte too many": { authenticatorData: (bytes) => Uint8Array.from([...bytes, 0]) },
  "one byte missing": { authenticatorData: (bytes) => bytes.slice(0, -1) },
};

describe.each([-7, -8, -257] as const)("algorithm %i", (algorithm) => {
  test.each(Object.entries(changes))("PKEY-06 and others, compared with SimpleWebAuthn: %s", async (_, change) => {
    const { registration, assertion, publicKey } = await sampleOf(algorithm, change);
    expect(disagreement(await compareRegistration(registration))).toBeNull();
    expect(disagreement(await compareAssertion(assertion, publicKey))).toBeNull();
  });
});

test("both verifiers accept an unmodified response, and neither accepts one with another key", async () => {
  for (const algorithm of [-7, -8, -257] as const) {
    const [one, other] = [await sampleOf(algorithm), await sampleOf(algorithm)];
    const registered = await compareRegistration(one.registration);
    expect(Object.keys(registered.ours)).toEqual(["accepted"]);
    const used = await compareAssertion(one.assertion, one.publicKey);
    expect(Object.keys(used.ours)).toEqual(["accepted"]);
    const foreign = await compareAssertion(one.assertion, other.publicKey);
    expect([Object.keys(foreign.ours), Object.keys(foreign.theirs)]).toEqual([["rejected"], ["rejected"]]);
  }
});

test("300 mutated responses get the same verdict as from SimpleWebAuthn, or are rejected for a listed reason", async () => {
  const { problems, accepted } = await compareMutations(300, 20_261_125);
  expect(problems).toEqual([]);
  // Both verifiers accept mutations of unsigned parts, such as a registration's counter.
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(100);
  expect(Object.keys(stricter).length).toBeLessThan(12);
});

test("ids with the maximum length are accepted, but longer ones aren't", async () => {
  const idOf = (length: number): string => Buffer.alloc(length, 9).toString("base64url");
  const verdictOf = async (length: number) => {
    const { registration } = await sampleOf(-7, { id: idOf(length) });
    return (await compareRegistration(registration)).ours;
  };
  expect(await verdictOf(1023)).toHaveProperty("accepted");
  expect(await verdictOf(1024)).toEqual({ rejected: "credential id" });
});

test("an attestation in any format counts as none", async () => {
  const statement = new Map([["x", encodeCbor(new Map())]]);
  const { registration } = await sampleOf(-7, { attestation: { format: "packed", statement } });
  expect((await compareRegistration(registration)).ours).toHaveProperty("accepted");
});
