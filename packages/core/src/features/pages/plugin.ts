/** The two pages every handler has. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import { errorPage, ok } from "./endpoints.ts";

export function pagesFeature(): Plugin {
  return definePlugin({ id: "pages", endpoints: { ok, errorPage } });
}
