/** VitePress's own theme without its fonts, in the colors of the prebuilt components. */

import { onContentUpdated, type Theme } from "vitepress";
import theme from "vitepress/theme-without-fonts";
import "../../.cache/tokens.css";
import "./style.css";
import { markHome } from "./landmark.ts";
import { showStoredManager, storeChosenManager } from "./package-manager.ts";

export default {
  extends: theme,
  enhanceApp: storeChosenManager,
  setup() {
    onContentUpdated(showStoredManager);
    onContentUpdated(markHome);
  },
} satisfies Theme;
