/** Google's script, and the part of it that's used here. */

/** The response that Google's script passes to the callback. */
export interface CredentialResponse {
  readonly credential: string;
}

/** Google's notification about its prompt. */
export interface PromptNotification {
  isDismissedMoment?(): boolean;
  getDismissedReason?(): string;
  isSkippedMoment?(): boolean;
  getSkippedReason?(): string;
  isNotDisplayed?(): boolean;
}

/** `google.accounts.id`. */
export interface GoogleIdentity {
  initialize(options: object): void;
  prompt(listener: (notification: PromptNotification) => void): void;
  renderButton(container: HTMLElement, config: object): void;
}

interface GoogleWindow {
  readonly google?: { readonly accounts: { readonly id: GoogleIdentity } };
}

let loading: Promise<GoogleIdentity> | undefined;

/** Loads Google's script once. @throws {Error} if it can't be loaded */
export function loadGoogle(): Promise<GoogleIdentity> {
  const loaded = (window as GoogleWindow).google?.accounts.id;
  if (loaded) return Promise.resolve(loaded);
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "https://accounts.google.com/gsi/client";
    script.async = true;
    const refuse = (): void => {
      // The next call tries again.
      loading = undefined;
      script.remove();
      reject(new Error("Google's sign-in script couldn't be loaded."));
    };
    script.onload = () => {
      const identity = (window as GoogleWindow).google?.accounts.id;
      if (identity) resolve(identity);
      else refuse();
    };
    script.onerror = refuse;
    document.head.appendChild(script);
  });
  return loading;
}
