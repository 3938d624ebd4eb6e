import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { publicDigest } from "../ended-sessions/store.ts";
import { createTokenVerifier, type EndedSessionsOptions } from "../verify.ts";

const issuer = "https://issuer.test";
const listURL = `${issuer}/api/auth/jwt/ended-sessions`;

let pair: CryptoKeyPair;
let jwk: JWK;

beforeAll(async () => {
  pair = (await generateKeyPair("EdDSA", { extractable: true })) as CryptoKeyPair;
  jwk = { ...(await exportJWK(pair.publicKey)), kid: "a", alg: "EdDSA", use: "sig" };
});

/** Creates a verifier whose issuer and clock the test controls. */
function setUp(endedSessions: true | EndedSessionsOptions = true) {
  const page = (sids: readonly string[] = [], more = false) => Response.json({ sids, until: `${sids.length}`, more });
  const state = {
    time: Date.UTC(2030, 0, 1),
    reads: [] as string[],
    respond: async (_url: URL): Promise<Response> => page(),
  };
  const verifier = createTokenVerifier({
    issuer,
    audience: issuer,
    now: () => new Date(state.time),
    fetch: async (input) => {
      const url = new URL(input as string);
      if (url.pathname.endsWith("/jwks")) return Response.json({ keys: [jwk] });
      state.reads.push(url.href);
      return state.respond(url);
    },
    endedSessions,
  });
  const verify = async (claims: object = { sid: "s1" }): Promise<string> => {
    const iat = Math.floor(state.time / 1000);
    const token = await new SignJWT({ iss: issuer, aud: issuer, iat, exp: iat + 300, ...claims })
      .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: "a" })
      .sign(pair.privateKey);
    try {
      await verifier.verify(token);
      return "accepted";
    } catch (error) {
      return String((error as { readonly reason?: string }).reason);
    }
  };
  return { state, verify, page };
}

test("the list is read in the background after ten seconds, and before a token is accepted after thirty", async () => {
  const { state, verify, page } = setUp();
  expect(await verify()).toBe("accepted");
  expect(state.reads).toEqual([listURL]);
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  state.respond = () => answered.then(() => page([publicDigest("s1")]));
  state.time += 9000;
  expect(await verify()).toBe("accepted");
  expect(state.reads).toHaveLength(1);
  state.time += 2000;
  expect(await verify()).toBe("accepted");
  expect(state.reads).toEqual([listURL, `${listURL}?since=0`]);
  answer();
  await expect.poll(() => verify()).toBe("session-ended");
  expect(await verify({ sid: "s2" })).toBe("accepted");
  expect(await verify({})).toBe("accepted");

  const other = setUp();
  expect(await other.verify()).toBe("accepted");
  other.state.respond = async () => page([publicDigest("s1")]);
  other.state.time += 30_001;
  expect(await other.verify()).toBe("session-ended");
});

test("the age counts from the start of a read, so a slow read can't make the list seem newer", async () => {
  const { state, verify, page } = setUp();
  state.respond = async () => {
    state.time += 40_000;
    return page();
  };
  expect(await verify()).toBe("unavailable");
  state.respond = async () => page();
  expect(await verify()).toBe("accepted");
});

test("50 concurrent first tokens share one read, even if the issuer is down", async () => {
  const { state, verify } = setUp();
  await Promise.all(Array.from({ length: 50 }, () => verify()));
  expect(state.reads).toHaveLength(1);
  state.respond = async () => new Response("no", { status: 500 });
  state.time += 31_000;
  const results = await Promise.all(Array.from({ length: 50 }, () => verify()));
  expect(new Set(results)).toEqual(new Set(["unavailable"]));
  expect(await verify()).toBe("unavailable");
  expect(state.reads).toHaveLength(2);
  state.time += 1000;
  await verify();
  expect(state.reads).toHaveLength(3);
});

test.each<readonly [string, () => Response]>([
  ["an error", () => new Response("no", { status: 500 })],
  ["nothing, because the issuer has no list", () => Response.json({ code: "NOT_FOUND" }, { status: 404 })],
  ["a page", () => new Response("<html>")],
  ["a redirect", () => Response.redirect("https://evil.test/list")],
  ["10 MB", () => new Response("x".repeat(10_000_000))],
  ["other JSON", () => Response.json({ sids: [1], until: "1", more: false })],
  ["other JSON without a position", () => Response.json({ sids: [] })],
  ["null", () => Response.json(null)],
  ["more pages without end", () => Response.json({ sids: ["x"], until: "1", more: true })],
])("without a list, because the issuer responds with %s, no token is accepted", async (_, respond) => {
  const { state, verify } = setUp();
  state.respond = async () => respond();
  expect(await verify()).toBe("unavailable");
  const lenient = setUp({ staleIfError: 600 });
  expect(await lenient.verify()).toBe("accepted");
  lenient.state.respond = async () => respond();
  lenient.state.time += 300_000;
  expect(await lenient.verify()).toBe("accepted");
  lenient.state.time += 301_000;
  expect(await lenient.verify()).toBe("unavailable");
});

test("a read that fails halfway keeps the pages that it read, and the next one continues there", async () => {
  const { state, verify } = setUp();
  const pages: Record<string, object> = {
    "": { sids: [publicDigest("s1")], until: "one", more: true },
    two: { sids: [publicDigest("s3")], until: "end", more: false },
  };
  state.respond = async (url) => {
    const body = pages[url.searchParams.get("since") ?? ""];
    return body ? Response.json(body) : new Response("no", { status: 500 });
  };
  expect(await verify()).toBe("unavailable");
  pages.one = { sids: [publicDigest("s2")], until: "two", more: true };
  state.time += 1000;
  expect(await verify()).toBe("session-ended");
  expect(await verify({ sid: "s3" })).toBe("session-ended");
  expect(await verify({ sid: "s4" })).toBe("accepted");
  expect(state.reads.map((url) => url.split("=")[1])).toEqual([undefined, "one", "one", "two"]);
});

test("a position that the issuer no longer knows makes the next read start over", async () => {
  const { state, verify, page } = setUp();
  expect(await verify()).toBe("accepted");
  state.respond = async (url) =>
    url.searchParams.has("since") ? new Response("no", { status: 400 }) : page([publicDigest("s1")]);
  state.time += 31_000;
  expect(await verify()).toBe("unavailable");
  state.time += 1000;
  expect(await verify()).toBe("session-ended");
});

test("the list is read again if the clock was set back", async () => {
  const { state, verify, page } = setUp();
  expect(await verify()).toBe("accepted");
  state.respond = async () => page([publicDigest("s1")]);
  state.time -= 60_000;
  expect(await verify()).toBe("session-ended");
});

test("invalid options fail immediately, and the errors name them", () => {
  expect(() => setUp({ maxAge: 1 })).toThrow("endedSessions.maxAge is 1");
  expect(() => setUp({ url: "http://issuer.test/list" })).toThrow("endedSessions.url is http://issuer.test/list");
});
