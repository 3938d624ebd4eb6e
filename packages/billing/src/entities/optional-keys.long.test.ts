/** Each optional key of each recorded event can be missing or null. The short tests change all of them at once. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changeAt, optionalPlaces } from "../../test/optional-keys.ts";
import { extractSnapshots } from "../polar/snapshots.ts";
import { parseEvent } from "./event.ts";

const folder = new URL("../../fixtures/", import.meta.url);
const files = readdirSync(folder).filter((name) => /\.\w+(-[\w-]+)?\.json$/.test(name));

test.each(files)("C3: %s can be read if any of its optional keys is missing or null", (file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  for (const path of optionalPlaces(JSON.parse(text).data)) {
    for (const change of ["gone", "null"] as const) {
      const body = JSON.parse(text);
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
