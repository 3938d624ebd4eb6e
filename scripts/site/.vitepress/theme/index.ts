/** VitePress's own theme without its fonts, in the colors of the prebuilt components. */

import theme from "vitepress/theme-without-fonts";
import "../../.cache/tokens.css";
import "./style.css";

export default theme;
