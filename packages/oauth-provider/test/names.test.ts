import { describe, expect, test } from "vitest";
import { visibleName } from "../src/clients/name.ts";
import { oauthClientTable } from "../src/tables.ts";
import { startProvider } from "./provider.ts";

describe("OIDP-18: a client's name", () => {
  test.each([
    ["a direction override", "Photos \u202egnp.exe", "Photos gnp.exe"],
    ["isolates and marks", "\u2066Photos\u2069\u200e\u200f\u061c", "Photos"],
    ["zero-width characters", "Lat\u200bch\u2060key\ufeff \u00adPay", "Latchkey Pay"],
    ["joiners between letters that don't join", "Latch\u200ckey\u200d", "Latchkey"],
    ["tags and fillers", "Photos\u{e0041}\u3164\u115f\u2800", "Photos"],
    ["line separators", "Photos\u2028\u2029", "Photos"],
  ])("loses %s", (_, sent, shown) => {
    expect(visibleName(sent)).toBe(shown);
  });

  test.each([
    ["Arabic", "\u0635\u0648\u0631"],
    ["Persian with a joiner", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["a heart", "\u2764\ufe0f"],
    ["accents", "Caf\u00e9"],
  ])("keeps %s", (_, name) => {
    expect(visibleName(name)).toBe(name);
  });

  test("is stored and shown without invisible characters, even if it was stored with them earlier", async () => {
    const { ann, auth, createClient } = await startProvider();
    const { client_id } = await createClient({ client_name: "Photos\u202e\u200b" });
    const { db } = auth.$context;
    const where = { clientId: client_id };
    expect((await db.findOne(oauthClientTable, { where }))?.name).toBe("Photos");
    const shown = async () => (await ann.get(`/oauth2/public-client?client_id=${client_id}`)).body.client_name;
    for (const [stored, expected] of [
      ["\u202eotohP", "otohP"],
      ["\u200b\u2066", null],
    ] as const) {
      await db.update(oauthClientTable, { where, set: { name: stored } });
      expect(await shown()).toBe(expected);
      const page = await ann.get<string>(`/oauth2/end-session?client_id=${client_id}`);
      expect(page.body).toContain(expected === null ? "An app wants to sign you out." : `“${expected}”`);
    }
  });
});
