/** Mails as subject, plain text and HTML. Sends nothing: an app can preview what it would send. */

import { cleanAddress, oneLine } from "./clean.ts";
import type { MailKind, MailKinds } from "./data.ts";
import { type Kind, kinds } from "./kinds.ts";
import { colorsOf, type MailTheme } from "./layout/colors.ts";
import type { Content } from "./layout/content.ts";
import { type Page, toHtml } from "./layout/html.ts";
import { toPlainText } from "./layout/plain.ts";
import { en } from "./texts/en.ts";
import {
  changeTexts,
  type FrameTexts,
  type LinkMailTexts,
  type MailTexts,
  type MailValues,
  say,
  type TextChanges,
} from "./texts/texts.ts";

/** How mails read and look. */
export interface RenderOptions {
  /** What the app is called; stands in most subjects. */
  readonly appName: string;
  /** Sentences that take the place of ours, each alone: `{ resetPassword: { subject: "…" } }`. */
  readonly texts?: TextChanges;
  readonly theme?: MailTheme;
  /** Language of the sentences, as in `<html lang>`. Default: `en`. */
  readonly language?: string;
  /** The way this language is written. Default: `ltr`. */
  readonly direction?: "ltr" | "rtl";
}

/** A mail without its addresses. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Makes a mail of its kind and data. */
export type RenderMail = <K extends MailKind>(kind: K, data: MailKinds[K]) => RenderedMail;

/**
 * Makes one mail.
 *
 * Values are never markup: names, addresses and codes are reduced to one line, names also cut at 60 characters and
 * robbed of what a mail client would turn into a link, and all of it is escaped in HTML.
 *
 * @throws {Error} an option that cannot be used, by its name; a `url` that is neither `http` nor `https`
 */
export function renderMail<K extends MailKind>(kind: K, data: MailKinds[K], options: RenderOptions): RenderedMail {
  return createRenderer(options)(kind, data);
}

/**
 * Looks at the options once, for any number of mails.
 * @throws {Error} an option that cannot be used, by its name
 */
export function createRenderer(options: RenderOptions): RenderMail {
  const appName = oneLine(options.appName);
  if (appName === "") throw new Error("appName is empty: give the name that people know the app by.");
  const { language = "en", direction = "ltr" } = options;
  if (!/^[a-z\d]+(-[a-z\d]+)*$/i.test(language))
    throw new Error(`language is ${JSON.stringify(language)}: give a language tag such as "en" or "pt-BR".`);
  const page: Page = { colors: colorsOf(options.theme ?? {}), language, direction };
  const texts = changeTexts(en, options.texts ?? {});
  return (kind, data) => {
    // One kind's texts and values belong together; TypeScript does not follow that through an index.
    const content = contentOf(kinds[kind] as Kind<typeof data, MailValues>, texts[kind] as MailTexts, texts.frame, {
      data,
      appName,
    });
    return { subject: content.subject, text: toPlainText(content), html: toHtml(content, page) };
  };
}

interface About<D> {
  readonly data: D;
  readonly appName: string;
}

function contentOf<D>(
  kind: Kind<D, MailValues>,
  texts: MailTexts | LinkMailTexts,
  frame: FrameTexts,
  { data, appName }: About<D>,
): Content {
  const values = kind.values(data, appName);
  const url = kind.url?.(data);
  const code = kind.code?.(data);
  return {
    appName,
    subject: oneLine(say(texts.subject, values)),
    heading: oneLine(say(texts.heading, values)),
    greeting: say(frame.greeting, values),
    paragraphs: say(texts.body, values).split(/\n{2,}/),
    ...(code === undefined ? {} : { code }),
    ...(url !== undefined && "button" in texts
      ? { link: { url: safeUrl(url), button: oneLine(say(texts.button, values)), hint: say(frame.linkHint, values) } }
      : {}),
    ignore: say(texts.ignore, values),
    footer: say(frame.footer, values),
  };
}

/** A link that starts a script, or that a line break cuts in two, must not get into a mail. */
function safeUrl(url: string): string {
  if (/^https?:\/\//i.test(url) && !/[\s\p{C}<>]/u.test(url) && URL.canParse(url)) return url;
  // The token in it is a secret, so the error shows the beginning only.
  throw new Error(`url begins with ${JSON.stringify(cleanAddress(url).slice(0, 12))}: give an http or https address.`);
}
