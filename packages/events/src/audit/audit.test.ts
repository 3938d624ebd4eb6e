import { type AuditRow, auditTable } from "@latchkey/core/plugin";
import { startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEvents } from "../../test/app.ts";
import type { AuditPage } from "../call-types.ts";
import { events } from "../plugin.ts";

type App = Awaited<ReturnType<typeof startEvents>>;

/** Adds entries to Acme's log, one a minute until now. */
async function addEntries({ auth, clock, acme }: App, count: number, more: Partial<AuditRow> = {}): Promise<void> {
  const now = clock.now().getTime();
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `entry-${String(at).padStart(6, "0")}`,
    action: "member.update",
    actorId: null,
    onBehalfOf: null,
    userId: null,
    organizationId: acme,
    ipAddress: null,
    userAgent: null,
    data: null,
    createdAt: new Date(now - (count - at) * 60_000),
    ...more,
  }));
  for (let at = 0; at < rows.length; at += 500) {
    await auth.$context.db.insertMany(auditTable, rows.slice(at, at + 500));
  }
}

/** Downloads the log as bytes, because the byte order mark at the start is part of the file. */
async function download({ auth }: App, browser: TestBrowser, query: string) {
  const request = new Request(`${testOrigin}/api/auth/audit/export?${query}`, { headers: browser.headers() });
  const { status, headers, ...response } = await respond(auth.handler, request);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(response.bytes);
  return { status, headers, text };
}

async function respond(handler: App["auth"]["handler"], request: Request) {
  const response = await handler(request, { remoteAddress: "203.0.113.7" });
  return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
}

describe("the list", () => {
  test("has the organization's entries in pages, newest first, and can be filtered", async () => {
    const app = await startEvents();
    const { al, olga, acme } = app;
    await addEntries(app, 5);
    await addEntries(app, 1, { id: "other", organizationId: app.other });
    const page = async (query: string) =>
      (await al.browser.get<AuditPage>(`/audit/list?organizationId=${acme}&${query}`)).body;
    const first = await page("action=member.update&limit=3");
    const second = await page(`action=member.update&limit=3&cursor=${first.nextCursor}`);
    expect([...first.records, ...second.records].map(({ id }) => id)).toEqual(
      [4, 3, 2, 1, 0].map((at) => `entry-00000${at}`),
    );
    expect(second.nextCursor).toBeNull();
    const created = await page(`action=organization.&actorId=${olga.id}`);
    expect(created.records.map(({ action }) => action)).toEqual(["organization.create"]);
    const [, earlier] = first.records;
    expect((await page(`to=${earlier?.createdAt}&action=member.`)).records).toHaveLength(3);
    expect((await al.browser.get(`/audit/list?organizationId=${acme}&cursor=x`)).status).toBe(400);
  });

  test("EVNT-04: can't be read or exported by members without the permission, strangers, or other organizations", async () => {
    const app = await startEvents();
    const { mia, eve, al, root, acme } = app;
    const list = async (browser: TestBrowser, query = `organizationId=${acme}`) => {
      const { status, body } = await browser.get<{ code?: string }>(`/audit/list?${query}`);
      return `${status} ${body.code ?? "listed"}`;
    };
    expect(await list(mia.browser)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG");
    expect(await list(eve.browser)).toBe("403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
    expect(await list(eve.browser, "organizationId=unknown")).toBe("403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
    expect(await list(al.browser, "site=true")).toBe("403 YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG");
    expect(await list(al.browser)).toBe("200 listed");
    expect(await list(root.browser)).toBe("200 listed");
    expect(await list(root.browser, "site=true")).toBe("200 listed");
    const exported = async (browser: TestBrowser, query = `organizationId=${acme}`) =>
      (await download(app, browser, query)).status;
    // The organization's admin can read, but not export.
    expect(await exported(al.browser)).toBe(403);
    expect(await exported(mia.browser)).toBe(403);
    expect(await exported(eve.browser)).toBe(403);
    expect(await exported(root.browser)).toBe(200);
  });

  test("covers the site if there are no organizations, and the server can read everything", async () => {
    const app = await startAuth({ plugins: [events()] });
    const ann = app.browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/audit/list")).status).toBe(403);
    const { records } = await app.auth.api.listAuditLog({ query: {} });
    expect(records.map(({ action }) => action).sort()).toEqual(["session.create", "user.create"]);
  });
});

describe("the export", () => {
  test("has every entry once, oldest first, as JSON lines", async () => {
    const app = await startEvents();
    await addEntries(app, 2500);
    const { status, headers, text } = await download(
      app,
      app.olga.browser,
      `organizationId=${app.acme}&action=member.update`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="audit-log-2029-12-02\.ndjson"$/);
    const ids = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as AuditRow).id);
    expect(ids).toHaveLength(2500);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test("is a CSV file whose cells can't run as formulas", async () => {
    const app = await startEvents();
    const agents = [
      '=HYPERLINK("https://evil.test")',
      "+1",
      "-1",
      "@SUM(A1)",
      "＝1+1",
      "\tx",
      'a "quoted", cell\nwith a line',
    ];
    for (const [at, userAgent] of agents.entries()) await addEntries(app, 1, { id: `csv-${at}`, userAgent });
    const { headers, text } = await download(
      app,
      app.olga.browser,
      `organizationId=${app.acme}&action=member.update&format=csv`,
    );
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(text.startsWith("\ufeffid,createdAt,action,")).toBe(true);
    const cells = agents.map((agent) => {
      const safe = agent.startsWith("a") ? agent : `'${agent}`;
      return `"${safe.replaceAll('"', '""')}"`;
    });
    for (const cell of cells) expect(text).toContain(`,${cell},`);
  });

  test("has no formulas in spreadsheets that start a new cell after a semicolon or a line break", async () => {
    const app = await startEvents();
    const userAgent = 'Mozilla;=1+1; "@SUM(A1)\n-2;x=1;y-z';
    await addEntries(app, 1, { userAgent });
    const query = `organizationId=${app.acme}&action=member.update`;
    const { text } = await download(app, app.olga.browser, `${query}&format=csv`);
    expect(text).toContain(`"Mozilla;'=1+1; ""'@SUM(A1)\n'-2;x=1;y-z"`);
    const lines = await download(app, app.olga.browser, query);
    expect(JSON.parse(lines.text).userAgent).toBe(userAgent);
  });

  test("reads the database only as fast as the client reads the response", async () => {
    const app = await startEvents();
    await addEntries(app, 3000);
    const { db } = app.auth.$context;
    let reads = 0;
    const { findMany } = db;
    Object.assign(db, {
      findMany: (...input: Parameters<typeof findMany>) => {
        if (input[0].name === "audit") reads++;
        return findMany.apply(db, input);
      },
    });
    const query = { organizationId: app.acme, action: "member.update" };
    const response = await app.auth.api.exportAuditLog({ query });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(reads).toBeLessThanOrEqual(2);
    await reader?.cancel();
    expect(reads).toBeLessThanOrEqual(2);
  });

  test("requires a fresh session, covers at most 92 days, is limited to five an hour, and is recorded", async () => {
    const app = await startEvents({}, { rateLimit: { enabled: true, customRules: { "/sign-up/email": false } } });
    const { auth, olga, acme, clock } = app;
    const now = clock.now();
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString();
    const statuses: number[] = [];
    for (const from of [days(92), days(93), days(-1), days(1), days(1), days(1)]) {
      statuses.push((await download(app, olga.browser, `organizationId=${acme}&from=${from}`)).status);
    }
    expect(statuses).toEqual([200, 400, 400, 200, 200, 429]);
    const { records } = await auth.api.listAuditLog({ query: { organizationId: acme, action: "audit.export" } });
    expect(records).toHaveLength(3);
    expect(records[0]).toMatchObject({ actorId: olga.id, organizationId: acme });
    clock.advance(2 * 86_400);
    const late = await download(app, olga.browser, `organizationId=${acme}`);
    expect([late.status, JSON.parse(late.text).code]).toEqual([403, "SESSION_NOT_FRESH"]);
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("entries from the same millisecond are each exported once, and calls send at most the queries that they declare", async () => {
    const app = await startEvents({}, { database: opened.database });
    const { auth, olga, acme, clock } = app;
    await addEntries(app, 1500, { createdAt: new Date(clock.now().getTime() - 1000) });
    const { endpoints } = auth.$context.extensions;
    const cost = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
      opened.statements.length = 0;
      const result = await run();
      const own = opened.statements.filter(({ kind }) => kind === "read");
      expect([id, own.length]).toEqual([id, Math.min(own.length, endpoints[id]?.queryBudget ?? -1)]);
      return result;
    };
    await cost("listAuditLog", () => olga.browser.get(`/audit/list?organizationId=${acme}`));
    await cost("exportAuditLog", () => download(app, olga.browser, `organizationId=${acme}&action=organization.`));
    const { text } = await download(app, olga.browser, `organizationId=${acme}&action=member.update`);
    const ids = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as AuditRow).id);
    expect(new Set(ids).size).toBe(1500);
    expect(ids).toHaveLength(1500);
  });
});
