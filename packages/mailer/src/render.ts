/** Renders emails as subject, plain text, and HTML without sending them, so that apps can preview them. */

import { cleanAddress, oneLine } from "./clean.ts";
import type { MailKind, MailKinds } from "./data.ts";
import { type MailDefinition, mailDefinitions } from "./kinds.ts";
import { colorsOf, type MailTheme } from "./layout/colors.ts";
import type { Content } from "./layout/content.ts";
import { type Page, toHtml } from "./layout/html.ts";
import { toPlainText } from "./layout/plain.ts";
import { en } from "./texts/en.ts";
import {
  type FrameTexts,
  type LinkMailTexts,
  type MailTexts,
  type MailValues,
  mergeTexts,
  resolveText,
  type TextOverrides,
} from "./texts/texts.ts";

/** The text and look of emails. */
export interface RenderOptions {
  /** The app's name. Most subjects contain it. */
  readonly appName: string;
  /** Text that replaces individual built-in text: `{ resetPassword: { subject: "…" } }`. */
  readonly texts?: TextOverrides;
  /** The look of the emails: `{ accent: "#0f766e" }`. */
  readonly theme?: MailTheme;
  /** The text's language tag, as in `<html lang>`. Default: `en`. */
  readonly language?: string;
  /** Writing direction of the language. Default: `ltr`. */
  readonly direction?: "ltr" | "rtl";
}

/** An email without its sender and recipient. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Renders an email from its kind and data. */
export type RenderMail = <K extends MailKind>(kind: K, data: MailKinds[K]) => RenderedMail;

/**
 * Renders one email.
 *
 * Values are never markup. Names, emails, and codes are reduced to one line. Names are also cut at 60 characters and
 * changed so that email clients don't turn them into links. Everything is escaped in HTML.
 *
 * @throws {Error} if an option is invalid, or if `url` is neither `http` nor `https`. The message names the value.
 */
export function renderMail<K extends MailKind>(kind: K, data: MailKinds[K], options: RenderOptions): RenderedMail {
  return createRenderer(options)(kind, data);
}

/**
 * Checks the options once, for any number of emails.
 *
 * @throws {Error} if an option is invalid. The message names it.
 */
export function createRenderer(options: RenderOptions): RenderMail {
  const appName = oneLine(options.appName);
  if (appName === "") throw new Error("appName is empty. Set it to your app's name.");
  const { language = "en", direction = "ltr" } = options;
  if (!/^[a-z\d]+(-[a-z\d]+)*$/i.test(language))
    throw new Error(`language is ${JSON.stringify(language)}. Use a language tag such as "en" or "pt-BR".`);
  const page: Page = { colors: colorsOf(options.theme ?? {}), language, direction };
  const texts = mergeTexts(en, options.texts ?? {});
  return (kind, data) => {
    // A kind's texts and values always match, but TypeScript can't infer that through an index.
    const content = createContent(
      mailDefinitions[kind] as MailDefinition<typeof data, MailValues>,
      texts[kind] as MailTexts,
      texts.frame,
      {
        data,
        appName,
      },
    );
    return { subject: content.subject, text: toPlainText(content), html: toHtml(content, page) };
  };
}

interface RenderInput<D> {
  readonly data: D;
  readonly appName: string;
}

function createContent<D>(
  kind: MailDefinition<D, MailValues>,
  texts: MailTexts | LinkMailTexts,
  frame: FrameTexts,
  { data, appName }: RenderInput<D>,
): Content {
  const values = kind.values(data, appName);
  const url = kind.url?.(data);
  const code = kind.code?.(data);
  return {
    appName,
    subject: oneLine(resolveText(texts.subject, values)),
    heading: oneLine(resolveText(texts.heading, values)),
    greeting: resolveText(frame.greeting, values),
    paragraphs: resolveText(texts.body, values).split(/\n{2,}/),
    ...(code === undefined ? {} : { code }),
    ...(url !== undefined && "button" in texts
      ? {
          link: {
            url: safeUrl(url),
            button: oneLine(resolveText(texts.button, values)),
            hint: resolveText(frame.linkHint, values),
          },
        }
      : {}),
    ignoreNote: resolveText(texts.ignore, values),
    footer: resolveText(frame.footer, values),
  };
}

/** Rejects links that would run a script or that a line break would split. */
function safeUrl(url: string): string {
  if (/^https?:\/\//i.test(url) && !/[\s\p{C}<>]/u.test(url) && URL.canParse(url)) return url;
  // The URL contains a secret token, so the error only shows the start.
  throw new Error(`url starts with ${JSON.stringify(cleanAddress(url).slice(0, 12))}. Use an http or https URL.`);
}
