/** Reads what the sign-in pages can offer: the server's capabilities, or the app's props for a server without them. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { type OfferedProvider, offeredProviders } from "../social/providers.ts";

/** What the sign-in pages can offer. */
export interface Offer {
  /** Whether the offer isn't known yet. Until then, nothing is offered. */
  readonly isPending: boolean;
  /** Whether users sign in with a password. */
  readonly password: boolean;
  /** Whether users can get a reset link. */
  readonly reset: boolean;
  readonly providers: readonly OfferedProvider[];
  /** Whether there is any way to sign up. */
  readonly signUp: boolean;
  readonly signUpWithPassword: boolean;
  /** The app's own sign-up fields. */
  readonly fields: Capabilities["signUp"]["fields"];
  /** The password rules, if they're known. */
  readonly rules: Capabilities["password"];
  /** Whether users can get a verification email. */
  readonly verification: boolean;
  /** Whether users must verify their email before they can sign in. */
  readonly verifiesFirst: boolean;
}

/** Returns what the sign-in pages can offer. */
export function useOffer(): Offer {
  const ui = useAuthUi();
  const capabilities = useCapabilities();
  const providers = offeredProviders(ui, capabilities);
  if (!capabilities) return { ...(capabilities === null ? fullOffer : nothing), providers };
  const { signIn, signUp, password, email } = capabilities;
  return {
    isPending: false,
    password: signIn.password || signIn.username,
    reset: password?.reset ?? false,
    providers,
    signUp: signUp.open,
    signUpWithPassword: signUp.ways.includes("password"),
    fields: signUp.fields,
    rules: password,
    verification: email.verification,
    verifiesFirst: email.required,
  };
}

const nothing: Omit<Offer, "providers"> = {
  isPending: true,
  password: false,
  reset: false,
  signUp: false,
  signUpWithPassword: false,
  fields: [],
  rules: null,
  verification: false,
  verifiesFirst: false,
};

/** For a server that doesn't say what it offers. */
const fullOffer: Omit<Offer, "providers"> = {
  ...nothing,
  isPending: false,
  password: true,
  reset: true,
  signUp: true,
  signUpWithPassword: true,
  verification: true,
  verifiesFirst: true,
};
