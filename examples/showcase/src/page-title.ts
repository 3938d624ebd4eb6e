/** Sets the title of the window to the page's name. */

import { useEffect } from "react";
import { useLocation } from "wouter";

/** The longest matching path wins. */
const titles: readonly (readonly [path: string, title: string])[] = [
  ["/sign-in", "Sign in"],
  ["/sso-setup", "Set up single sign-on"],
  ["/sign-up", "Sign up"],
  ["/two-factor", "Two-factor authentication"],
  ["/forgot-password", "Forgot password"],
  ["/reset-password", "Reset password"],
  ["/magic-link", "Sign in"],
  ["/consent", "Allow access"],
  ["/select-account", "Choose an account"],
  ["/choose-organization", "Choose an organization"],
  ["/request-error", "Request error"],
  ["/device", "Connect a device"],
  ["/not-me", "Report a sign-in"],
  ["/email-verified", "Email verification"],
  ["/account", "Account"],
  ["/organization", "Organization"],
  ["/organization/invitation", "Invitation"],
  ["/pricing", "Pricing"],
  ["/billing", "Billing"],
  ["/studio", "Studio"],
  ["/seller", "Sales"],
  ["/admin", "Admin"],
];

const app = "Latchkey showcase";

export function usePageTitle(): void {
  const [path] = useLocation();
  useEffect(() => {
    document.title = titleOf(path);
  }, [path]);
}

export function titleOf(path: string): string {
  if (path === "/") return app;
  const matching = titles.filter(([start]) => path === start || path.startsWith(`${start}/`));
  const [, title = "Page not found"] = matching.at(-1) ?? [];
  return `${title} · ${app}`;
}
