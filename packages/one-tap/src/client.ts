/** The client plugin, `@latchkey/one-tap/client`. Loads Google's script when it's first used. */

import type { ClientPlugin, Fetch, FetchOptions } from "@latchkey/core/plugin";
import type { OneTapInput, OneTapNonce, OneTapTypes } from "./contract.ts";
import { type CredentialResponse, type GoogleIdentity, loadGoogle, type PromptNotification } from "./google.ts";

/** Options for `oneTapClient`. */
export interface OneTapClientOptions {
  /** Your Google client ID. Default: the server's `clientId` option, which takes one additional request. */
  readonly clientId?: string;
  readonly context?: "signin" | "signup" | "use";
  readonly promptOptions?: {
    /** Milliseconds before the prompt is shown again if it closed on its own. Doubles each time. Default: 1000. */
    readonly baseDelay?: number;
    /** Maximum number of times that the prompt is shown again. Default: 5. */
    readonly maxAttempts?: number;
    /** Whether to use the browser's own dialog (FedCM). Default: true. */
    readonly fedCM?: boolean;
  };
  /** Further options for Google's `initialize`. */
  readonly additionalOptions?: Readonly<Record<string, unknown>>;
}

/** Adds `oneTap`, which shows Google's prompt or button and signs in. */
export function oneTapClient(options: OneTapClientOptions = {}): ClientPlugin<OneTapTypes> {
  let isOpen = false;
  return {
    id: "one-tap",
    actions: ($fetch) => ({
      async oneTap(given: OneTapInput = {}, fetchOptions?: FetchOptions) {
        if (typeof window === "undefined" || isOpen) return;
        isOpen = true;
        try {
          await signIn($fetch, options, given, fetchOptions);
        } finally {
          isOpen = false;
        }
      },
    }),
    onSuccess({ path }) {
      // Otherwise, Google would sign the user in again right away.
      if (path === "/sign-out") void globalThis.navigator?.credentials?.preventSilentAccess?.();
    },
  };
}

async function signIn(
  $fetch: Fetch,
  options: OneTapClientOptions,
  given: OneTapInput,
  fetchOptions: FetchOptions | undefined,
): Promise<void> {
  const container = given.button ? findContainer(given.button.container) : null;
  const [google, { data }, clientId] = await Promise.all([
    loadGoogle(),
    $fetch<OneTapNonce>("/one-tap/nonce"),
    options.clientId ?? readClientId($fetch),
  ]);
  const settings = { ...given.fetchOptions, ...fetchOptions };
  const navigates = given.callbackURL !== undefined || Object.keys(settings).length === 0;
  const finish = async ({ credential }: CredentialResponse): Promise<void> => {
    const nonce = data ? { nonce: data.nonce } : {};
    const body = { idToken: credential, callbackURL: given.callbackURL, ...nonce };
    const { error, data: signedIn } = await $fetch<object>("/one-tap/callback", { ...settings, body });
    // Without a user, the sign-in needs another step, which its plugin shows.
    if (!error && "user" in signedIn && navigates) navigate(given.callbackURL ?? "/");
  };
  const { promptOptions = {} } = options;
  const initialize = (callback: (response: CredentialResponse) => void): void =>
    google.initialize({
      client_id: clientId,
      callback,
      auto_select: given.autoSelect,
      cancel_on_tap_outside: given.cancelOnTapOutside,
      context: given.context ?? options.context ?? "signin",
      ux_mode: given.uxMode ?? "popup",
      nonce: data?.nonce,
      itp_support: true,
      use_fedcm_for_prompt: promptOptions.fedCM !== false,
      ...options.additionalOptions,
    });
  if (container) {
    initialize((response) => void finish(response));
    google.renderButton(container, given.button?.config ?? { type: "icon" });
    return;
  }
  await showPrompt(google, initialize, finish, promptOptions, given);
}

/** @throws {Error} if the server doesn't have a client ID for browsers, or doesn't respond */
async function readClientId($fetch: Fetch): Promise<string> {
  const { data } = await $fetch<{ signIn: { oneTap?: { clientId: string } | null } }>("/capabilities");
  const clientId = data?.signIn.oneTap?.clientId;
  if (clientId !== undefined) return clientId;
  throw new Error(
    "oneTap: the server doesn't have a client ID. Set clientId in oneTap() on the server, or in oneTapClient().",
  );
}

/** Resolves once the user has signed in or closed the prompt. */
function showPrompt(
  google: GoogleIdentity,
  initialize: (callback: (response: CredentialResponse) => void) => void,
  finish: (response: CredentialResponse) => Promise<void>,
  { baseDelay = 1000, maxAttempts = 5 }: NonNullable<OneTapClientOptions["promptOptions"]>,
  { onPromptNotification }: OneTapInput,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    initialize((response) => {
      isDone = true;
      finish(response).then(resolve, reject);
    });
    const prompt = (attempt: number): void =>
      google.prompt((notification) => {
        if (isDone || !isOver(notification)) return;
        if (mayRetry(notification) && attempt < maxAttempts) {
          setTimeout(() => isDone || prompt(attempt + 1), 2 ** attempt * baseDelay);
          return;
        }
        onPromptNotification?.(notification);
        resolve();
      });
    prompt(0);
  });
}

function isOver(notification: PromptNotification): boolean {
  return Boolean(
    notification.isDismissedMoment?.() || notification.isSkippedMoment?.() || notification.isNotDisplayed?.(),
  );
}

/** Whether to show the prompt again. Not after the user has closed it, because that would annoy them. */
function mayRetry(notification: PromptNotification): boolean {
  if (notification.isDismissedMoment?.()) {
    return !["credential_returned", "cancel_called"].includes(notification.getDismissedReason?.() ?? "");
  }
  const reason = notification.isSkippedMoment?.() ? notification.getSkippedReason?.() : undefined;
  return reason !== undefined && !["user_cancel", "tap_outside"].includes(reason);
}

/** @throws {Error} if there's no such element */
function findContainer(container: string | HTMLElement): HTMLElement {
  const found = typeof container === "string" ? document.querySelector<HTMLElement>(container) : container;
  if (found) return found;
  throw new Error(`oneTap: there's no element "${String(container)}" for the button.`);
}

/** The server has checked the target. Other protocols could still run scripts. */
function navigate(url: string): void {
  const target = new URL(url, window.location.href);
  if (target.protocol === "http:" || target.protocol === "https:") window.location.assign(target);
}
