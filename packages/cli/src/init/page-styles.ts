/** Styles of the generated pages, and the rules that keep an app's own styles out of them. */

/** The outermost elements of `@latchkey/ui` components. */
const frames = ".lk-page, .lk-dialog, .lk-drawer, .lk-menu, .lk-popover, .lk-tooltip, .lk-toasts, .lk-banner";

/**
 * The components' styles are in a cascade layer, so an app's rules for elements would override them. Vite's template has
 * such rules for headings and code, and Next.js's template for `*`.
 */
const withoutAppStyles = `/* The app's own styles of elements, such as * and h1, don't apply to auth pages, or to what opens above them. */
:is(${frames}) {
  letter-spacing: normal;
  text-align: start;
}

:is(${frames}),
:is(${frames}) * {
  margin: revert-layer;
  padding: revert-layer;
}

:is(${frames})
  :is(h1, h2, h3, p, a, code, button, input, label) {
  all: revert-layer;
}
`;

/** Styles of a Next.js app's auth pages. */
export const nextAuthPagesStyles: string = withoutAppStyles;

/** Styles of a Vite app's auth pages. */
export const viteAuthPagesStyles: string = `/* The button with the account menu. */
.auth-user-button {
  position: fixed;
  z-index: 1;
  top: 16px;
  right: 16px;
}

/* The link from the account pages back to the app. */
.lk-page .auth-home-link {
  position: absolute;
  top: 16px;
  inset-inline-start: 16px;
  color: var(--lk-link);
  font-size: 14px;
  line-height: 36px;
}

/* Auth pages fill the window. */
.lk-page {
  position: absolute;
  inset: 0 0 auto;
}

${withoutAppStyles}`;
