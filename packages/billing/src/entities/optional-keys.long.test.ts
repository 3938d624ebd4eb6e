/** Each optional key of each recorded event can be missing or null. The short tests change all of them at once. */

import { expect, test } from "vitest";
import { changeAt, optionalPlaces } from "../../test/optional-keys.ts";
import { fixture, fixtureNames } from "../../test/platform.ts";
import { extractSnapshots } from "../polar/snapshots.ts";
import { parseEvent } from "./event.ts";

test.each(fixtureNames())("C3: %s can be read if any of its optional keys is missing or null", (name) => {
  for (const path of optionalPlaces(fixture(name).data)) {
    for (const change of ["gone", "null"] as const) {
      const body = fixture(name);
      changeAt(body.data, path, change);
      const read = parseEvent(body);
      expect([path.join("."), change, read.kind, read.kind === "unreadable" && read.issues]).toEqual([
        path.join("."),
        change,
        "known",
        false,
      ]);
      if (read.kind === "known")
        expect(() => extractSnapshots(read.event, "2030-01-01T00:00:00.000000Z")).not.toThrow();
    }
  }
});
