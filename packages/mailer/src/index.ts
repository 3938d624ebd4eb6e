/** Public exports of `@latchkey/mailer`. */

export type {
  ChangeEmailMail,
  DeleteAccountMail,
  EmailChangedMail,
  EmailCodeMail,
  ExistingAccountMail,
  InvitationMail,
  LinkMail,
  MagicLinkMail,
  MailKind,
  MailKinds,
  MailUser,
  NewSignInMail,
  OneTimeCodeMail,
  PasswordChangedMail,
  ResetPasswordMail,
  SecurityNoticeMail,
  VerificationMail,
  WebhookDisabledMail,
} from "./data.ts";
export type { MailTheme } from "./layout/colors.ts";
export { createMailer, type MailDelivery, type Mailer, type MailerOptions, type SendMail } from "./mailer.ts";
export { createRenderer, type RenderedMail, type RenderMail, type RenderOptions, renderMail } from "./render.ts";
export { en } from "./texts/en.ts";
export type {
  ChangeEmailValues,
  EmailChangedValues,
  EmailCodeValues,
  FrameTexts,
  InvitationValues,
  LinkMailTexts,
  MagicLinkValues,
  MailTexts,
  MailValues,
  NewSignInValues,
  OneTimeCodeValues,
  SecurityNoticeValues,
  TextOverrides,
  Texts,
  TextTemplate,
  VerificationValues,
  WebhookDisabledValues,
} from "./texts/texts.ts";
export type { MailMessage, Transport } from "./transport.ts";
