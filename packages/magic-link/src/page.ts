/** The page that asks before a link signs in. */

import { htmlResponse, type RequestContext, readSession, renderMessagePage } from "@latchkey/core/plugin";
import type { VerifyMagicLinkInput } from "./contract.ts";

/**
 * Shows the page. It names the email, so that no one is tricked into signing in to the account of the person who sent
 * the link.
 */
export async function confirmationPage(
  context: RequestContext,
  email: string,
  asked: VerifyMagicLinkInput,
): Promise<Response> {
  const { appName, basePath } = context.settings;
  const active = await readSession(context);
  const isOther = active !== null && active.user.email !== email;
  const text = isOther
    ? `You're signed in as ${maskEmail(active.user.email)}. This link signs you in to another account.`
    : "Continue only if you asked for this link.";
  const fields = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const html = renderMessagePage({
    appName,
    title: `Sign in to ${appName} as ${maskEmail(email)}?`,
    text,
    form: { action: `${basePath}/magic-link/verify`, fields: fields as Record<string, string>, button: "Sign in" },
    home: `${context.origin}/`,
  });
  return htmlResponse(html, 200, true);
}

/** `ann@example.com` becomes `a…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
