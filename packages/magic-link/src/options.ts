/** Options for `magicLink` and their defaults. */

import { checkInteger, checkOneOf, checkOptionNames, type MailSender, type OptionNames } from "@latchkey/core/plugin";

/** An email with a sign-in link. */
export interface MagicLinkMail {
  /** Where to send it. */
  readonly email: string;
  /** The complete link. */
  readonly url: string;
  /** The token in the link, for apps that build their own link. */
  readonly token: string;
  /** From the call. Anyone can send any text here, so escape it. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The browser and operating system that requested the link, such as `Firefox on Linux`. `null` if unknown. */
  readonly deviceLabel: string | null;
  /** How long the link works, in minutes. */
  readonly expiresInMinutes: number;
}

/** Options for `magicLink`. */
export interface MagicLinkOptions {
  /** Sends the email. Called after the response, and again if it throws. */
  readonly sendMagicLink: MailSender<MagicLinkMail>;
  /** How long a link works, in seconds. 60 to 3600. Default: 300. */
  readonly expiresIn?: number;
  /** Whether only existing users get a link. Default: false. */
  readonly disableSignUp?: boolean;
  /**
   * What happens if a link is opened in a browser that didn't request it, for example on another device or by an email
   * scanner. `confirm` shows a page with a button, `reject` rejects the link, and `allow` signs in, as better-auth
   * does. Default: `confirm`.
   */
  readonly otherBrowser?: "confirm" | "reject" | "allow";
  /**
   * The app's page with that button, as a path or an absolute URL. It receives `token` and the masked `email` in its
   * query string, and posts the token to `/magic-link/verify`. Default: a built-in page.
   */
  readonly confirmationPage?: string;
}

/** The options with defaults filled in. */
export interface MagicLinkSettings {
  readonly send: MailSender<MagicLinkMail>;
  readonly expiresIn: number;
  readonly canSignUp: boolean;
  readonly otherBrowser: "confirm" | "reject" | "allow";
  readonly confirmationPage: string | null;
}

const optionNames: OptionNames<MagicLinkOptions> = {
  sendMagicLink: true,
  expiresIn: true,
  disableSignUp: true,
  otherBrowser: true,
  confirmationPage: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveMagicLink(options: MagicLinkOptions): MagicLinkSettings {
  checkOptionNames("magicLink", options, optionNames);
  if (typeof options.sendMagicLink !== "function") {
    throw new Error("magicLink.sendMagicLink is missing. Set it to a function that sends the email.");
  }
  return {
    send: options.sendMagicLink.bind(options),
    expiresIn: checkInteger("magicLink.expiresIn", options.expiresIn ?? 300, { min: 60, max: 3600, unit: "seconds" }),
    canSignUp: options.disableSignUp !== true,
    otherBrowser: checkOneOf("magicLink.otherBrowser", options.otherBrowser ?? "confirm", [
      "confirm",
      "reject",
      "allow",
    ]),
    confirmationPage: options.confirmationPage === undefined ? null : checkPage(options.confirmationPage),
  };
}

function checkPage(page: string): string {
  const isPath = /^\/(?![/\\])/.test(page);
  if (isPath || (URL.canParse(page) && /^https?:$/.test(new URL(page).protocol))) return page;
  throw new Error(
    `magicLink.confirmationPage is "${page}". Use a path such as "/confirm", or an absolute URL with https.`,
  );
}
