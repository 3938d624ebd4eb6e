/** Random filters and changes, without and with HTTP. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { patch, scimUser, startScim } from "../../packages/scim/test/app.ts";
import { type FuzzResult, filterText, fuzzFilters, fuzzPatches, operationList } from "./scim.ts";

const seed = 31;

/** A run that accepts or rejects nearly everything doesn't test much. */
function expectBoth({ accepted, rejected }: FuzzResult, runs: number): void {
  const refused = [...rejected.values()].reduce((sum, count) => sum + count, 0);
  expect(accepted + refused).toBe(runs);
  expect(Math.min(accepted, refused)).toBeGreaterThan(runs / 20);
}

test("SCIM-06: random filters are rejected in SCIM's form, or match consistently", () => {
  expectBoth(fuzzFilters({ runs: 3000, seed }), 3000);
});

test("SCIM-07: random changes are rejected in SCIM's form, or leave a user that could have been sent", () => {
  expectBoth(fuzzPatches({ runs: 3000, seed }), 3000);
});

test("SCIM-06: random filters and changes over HTTP never cause a server error or affect another directory", async () => {
  const it = await startScim();
  const eve = await it.person("eve@example.com");
  const foreign = await it.connect(await it.found(eve, "other"));
  const { id: theirs } = (await foreign.send("POST", "/Users", scimUser("theirs@elsewhere.test"))).body;
  const before = (await foreign.send("GET", `/Users/${theirs}`)).body;
  const { id } = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
  const property = fc.asyncProperty(filterText, operationList, async (filter, operations) => {
    const replies = [
      await it.acme.send("GET", `/Users?filter=${encodeURIComponent(filter)}`),
      await it.acme.send("POST", "/Users/.search", { filter }),
      await it.acme.send("PATCH", `/Users/${id}`, patch(...operations)),
      await it.acme.send("PATCH", `/Users/${theirs}`, patch(...operations)),
    ];
    const [listed, , changed, stranger] = replies;
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(JSON.stringify(listed?.body)).not.toContain(theirs);
    expect([200, 400, 409]).toContain(changed?.status);
    expect([400, 404]).toContain(stranger?.status);
  });
  await fc.assert(property, { numRuns: 150, seed });
  expect((await foreign.send("GET", `/Users/${theirs}`)).body).toEqual(before);
}, 60_000);
