/** The UI plugin for sign-in links. */

import { withRedirect } from "../provider/redirect.ts";
import { appUrl } from "../social/current-url.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { LinkSent } from "./link-sent.tsx";
import { MagicLinkPage } from "./magic-link-page.tsx";
import { type MagicLinkTexts, magicLinkEn } from "./texts.ts";
import type { MagicLinkClient, MagicLinkUi } from "./ui.ts";

/** Options for `magicLinkUi`. */
export interface MagicLinkUiOptions {
  /** Path of the page with `MagicLinkPage`. Set the server's `confirmationPage` to it, too. Default: `/magic-link`. */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<MagicLinkTexts>;
}

/**
 * Lets users sign in and sign up with a link in an email. For apps whose server has `magicLink()` from
 * `@latchkey/magic-link`.
 */
export function magicLinkUi(options: MagicLinkUiOptions = {}): MagicLinkUi {
  return createMagicLinkUi(options, magicLinkEn);
}

function createMagicLinkUi(options: MagicLinkUiOptions, language: MagicLinkTexts): MagicLinkUi {
  const { path = "/magic-link" } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "magic-link",
    localize: (other) => createMagicLinkUi(options, other as MagicLinkTexts),
    isAvailable: ({ signIn }) => signIn.magicLink,
    texts,
    errors: texts.errors,
    path,
    authPages: [{ path, Page: MagicLinkPage }],
    signInMethods: [
      {
        id: "magic-link",
        icon: "link",
        labels: { "sign-in": texts.signIn, "sign-up": texts.signUp },
        isOffered: ({ signIn, signUp }, page) =>
          signIn.magicLink && (page === "sign-in" || signUp.ways.includes("magicLink")),
        email: {
          path: "/sign-in/magic-link",
          acceptsFields: false,
          send: (client, { email, name, redirect }, sent) =>
            (client as MagicLinkClient).signIn.magicLink(
              {
                email,
                ...(name === "" ? {} : { name }),
                callbackURL: appUrl(redirect.destination),
                errorCallbackURL: appUrl(withRedirect(path, redirect.requested)),
              },
              sent,
            ),
          Sent: LinkSent,
        },
      },
    ],
  };
}
