/** The Japanese texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Japanese texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "コードをメールで送信",
  signUp: "メールのコードでサインアップ",
  title: "メールをご確認ください",
  text: "このメールアドレスに送信したコードを入力してください。",
  change: "別のメールアドレスを使用",
  errors: {
    INVALID_OTP: "コードが正しくありません。もう一度お試しください。",
    OTP_EXPIRED: "コードの有効期限が切れています。新しいコードをリクエストしてください。",
    TOO_MANY_ATTEMPTS: "誤ったコードの入力回数が多すぎます。新しいコードをリクエストしてください。",
    INVALID_OTP_TYPE: "このコードはここでは使用できません。",
    EMAIL_ALREADY_IN_USE: "このメールアドレスはすでに使用されています。別のものをお試しください。",
  },
};

/** The Japanese texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "サインインリンクをメールで送信",
  signUp: "メールのリンクでサインアップ",
  sentTitle: "メールをご確認ください",
  sentText: "続けるには、このブラウザーでリンクを開いてください。このメールアドレスに送信しました。",
  change: "別のメールアドレスを使用",
  confirm: {
    title: "サインインを続けますか？",
    text: "このリンクをご自身でリクエストした場合のみ続けてください。このアカウントにサインインします。",
    otherAccount: "{email}でサインインしています。このリンクを使うと、別のアカウントにサインインします。",
    submit: "サインイン",
    invalidTitle: "このリンクは無効になりました",
    invalidText:
      "有効期限が切れているか、すでに使用されたか、リクエストしたものとは別のブラウザーで開かれています。続けるには、新しいリンクをリクエストしてください。",
    again: "新しいリンクをリクエスト",
  },
  errors: {
    new_user_signup_disabled: "アカウントがありません。現在サインアップは受け付けていません。",
    failed_to_create_user: "アカウントを作成できませんでした。しばらくしてからもう一度お試しください。",
    failed_to_create_session: "エラーが発生しました。しばらくしてからもう一度お試しください。",
  },
};

/** The Japanese texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "パスキーでサインイン" },
  signUp: {
    button: "パスキーでサインアップ",
    text: "パスワードの代わりに、指紋、顔、または画面ロックを使用します。",
    submit: "アカウントを作成",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "バックアップコードを使用",
    title: "バックアップコードを使用",
    text: "パスキーをなくした場合は、バックアップコードを1つ入力すると、新しいパスキーを作成できます。他のすべてのデバイスからはサインアウトされます。",
    code: "バックアップコード",
    submit: "新しいパスキーを作成",
  },
  nudge: {
    title: "次回からすばやくサインイン",
    text: "パスキーを追加すると、指紋、顔、または画面ロックでサインインできます。",
    add: "パスキーを追加",
    later: "今はしない",
  },
  secondFactor: {
    choose: "パスキーを使用",
    text: "パスキーで本人確認をしてください。",
    submit: "パスキーで続ける",
  },
};

/** The Japanese texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "電話番号でサインイン",
    signUpButton: "電話番号でサインアップ",
    title: "電話番号を入力",
    text: "SMSでコードをお送りします。通信料がかかる場合があります。",
    country: "国",
    number: "電話番号",
    submit: "コードをSMSで送信",
    codeTitle: "SMSをご確認ください",
    codeText: "この番号に送信したコードを入力してください。",
    change: "別の番号を使用",
  },
};

/** The Japanese texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "ゲストとして続ける",
  banner: {
    label: "ゲストアカウント",
    text: "ゲストアカウントを使用しています。データを残すには、アカウントを作成してください。",
    signUp: "アカウントを作成",
    signIn: "サインイン",
  },
  signOut: {
    title: "ゲストからサインアウトしますか？",
    text: "ゲストアカウントには再びサインインできないため、データにアクセスできなくなります。データを残すには、アカウントを作成してください。",
    confirm: "サインアウト",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "すでにゲストアカウントを使用しています。",
    INVALID_EMAIL_FORMAT: "ゲストアカウントを作成できませんでした。サポートにお問い合わせください。",
    DELETE_ANONYMOUS_USER_DISABLED: "ゲストアカウントはここでは削除できません。",
    USER_IS_NOT_ANONYMOUS: "このアカウントはゲストアカウントではありません。",
  },
};

/** The Japanese texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "他のアカウント",
  add: "アカウントを追加",
  signOutAll: "すべてのアカウントからサインアウト",
  switched: "{name}としてサインインしました。",
  choose: "アカウントを選択",
  signOutOf: "{name}からサインアウト",
  errors: {
    INVALID_SESSION_TOKEN: "このアカウントはサインアウトされました。もう一度サインインしてください。",
  },
};
