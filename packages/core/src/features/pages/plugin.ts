/** The health check and the error page, as a feature. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import type { PagesCalls } from "./contract.ts";
import { errorPage, ok } from "./endpoints.ts";

export function pagesFeature(): Plugin {
  return definePlugin<Plugin<FeatureTypes<PagesCalls>>>({ id: "pages", endpoints: { ok, errorPage } });
}
