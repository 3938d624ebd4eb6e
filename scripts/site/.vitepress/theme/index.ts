/** VitePress's own theme without its fonts, in the colours of the ready-made screens. */

import theme from "vitepress/theme-without-fonts";
import "../../.cache/tokens.css";
import "./style.css";

export default theme;
