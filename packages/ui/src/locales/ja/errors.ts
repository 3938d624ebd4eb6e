/** The Japanese texts of errors, by code. */

import type { ErrorTexts } from "../../texts/errors.ts";

const unavailable = "このサインイン方法は利用できません。";
const expiredConnection = "このプロバイダーとの連携の有効期限が切れています。続けるには、もう一度連携してください。";
const redirectNotAllowed = "このリダイレクト先は許可されていません。サポートにお問い合わせください。";
const pageNotAllowed = "このページからのリクエストは許可されていません。サポートにお問い合わせください。";
const anotherAccount = "このリンクは別のアカウントのものか、メールアドレスがすでに使用されています。";
const signedOut = "サインアウトしています。続けるにはサインインしてください。";
const expiredLink = "このリンクは有効期限が切れています。新しいリンクをリクエストしてください。";
const invalidLink = "このリンクは無効になりました。新しいリンクをリクエストしてください。";
const confirmFirst = "本人確認をしてから、もう一度お試しください。";

/** The Japanese texts of errors, by code. */
export const errors: ErrorTexts = {
  unknown: "エラーが発生しました：{message}",
  INVALID_EMAIL_OR_PASSWORD: "メールアドレスまたはパスワードが正しくありません。もう一度お試しください。",
  INVALID_EMAIL: "有効なメールアドレスを入力してください。",
  PASSWORD_TOO_SHORT: "このパスワードは短すぎます。より長いパスワードを選んでください。",
  PASSWORD_TOO_LONG: "このパスワードは長すぎます。より短いパスワードを選んでください。",
  PASSWORD_TOO_OBVIOUS: "メールアドレスやユーザー名と同じパスワードは使用できません。別のパスワードを選んでください。",
  USER_ALREADY_EXISTS:
    "このメールアドレスのアカウントはすでに存在します。サインインするか、別のメールアドレスを使用してください。",
  EMAIL_NOT_VERIFIED: "サインインするには、お送りしたリンクを開いてメールアドレスを確認してください。",
  EMAIL_PASSWORD_DISABLED: "パスワードによるサインインは利用できません。別の方法を使用してください。",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "現在、サインアップは受け付けていません。",
  INVALID_PASSWORD: "パスワードが正しくありません。もう一度お試しください。",
  CREDENTIAL_ACCOUNT_NOT_FOUND:
    "このアカウントにはまだパスワードがありません。パスワードをリセットして設定してください。",
  PASSWORD_ALREADY_SET: "このアカウントにはすでにパスワードが設定されています。",
  RESET_PASSWORD_DISABLED: "パスワードのリセットは利用できません。サポートにお問い合わせください。",
  VERIFICATION_EMAIL_NOT_ENABLED: "確認メールは利用できません。サポートにお問い合わせください。",
  EMAIL_ALREADY_VERIFIED: "メールアドレスはすでに確認済みです。",
  EMAIL_MISMATCH: "別のメールアドレスでサインインしています。サインアウトしてから、もう一度お試しください。",
  INVALID_TOKEN: invalidLink,
  TOKEN_EXPIRED: expiredLink,
  USER_NOT_FOUND: "このアカウントはもう存在しません。",
  INVALID_USER: anotherAccount,
  token_expired: expiredLink,
  invalid_token: invalidLink,
  user_not_found: "このリンクのアカウントはもう存在しません。",
  unauthorized: `${anotherAccount}サインアウトしてから、もう一度リンクを開いてください。`,
  CHANGE_EMAIL_DISABLED: "ここではメールアドレスを変更できません。",
  EMAIL_IS_THE_SAME: "現在のメールアドレスと同じです。",
  EMAIL_CHANGE_NOT_FOUND: "この変更はすでに完了したか、キャンセルされています。",
  COULDNT_UPDATE_YOUR_EMAIL: "このメールアドレスは使用できません。別のメールアドレスをお試しください。",
  EMAIL_CAN_NOT_BE_UPDATED: "メールアドレスは「メールアドレス」の項目で変更してください。",
  NO_FIELDS_TO_UPDATE: "保存する変更はありません。",
  FAILED_TO_UPDATE_USER: "変更を保存できませんでした。入力した値のいずれかがすでに使用されています。",
  INVALID_IMAGE: "画像のURLを入力してください（例：https://example.com/me.png）。",
  SESSION_EXPIRED: confirmFirst,
  DELETE_USER_DISABLED: "ここではアカウントを削除できません。サポートにお問い合わせください。",
  FAILED_TO_GET_USER_INFO: "サインインしてから、もう一度このリンクを開いてください。",
  FAILED_TO_GET_SESSION: "セッションを読み込めませんでした。しばらくしてからもう一度お試しください。",
  FAILED_TO_CREATE_USER: "アカウントを作成できませんでした。しばらくしてからもう一度お試しください。",
  FAILED_TO_CREATE_SESSION: "サインインできませんでした。しばらくしてからもう一度お試しください。",
  PROVIDER_NOT_FOUND: unavailable,
  PROVIDER_NOT_CONFIGURED: unavailable,
  PROVIDER_NOT_SUPPORTED: unavailable,
  PROVIDER_UNAVAILABLE: "プロバイダーから応答がありません。しばらくしてからもう一度お試しください。",
  ID_TOKEN_NOT_SUPPORTED: "このプロバイダーは、この方法でのサインインに対応していません。",
  USER_EMAIL_NOT_FOUND:
    "プロバイダーからメールアドレスが提供されませんでした。アクセスを許可するか、別の方法を使用してください。",
  OAUTH_LINK_ERROR:
    "このメールアドレスのアカウントはすでに存在します。先にそのアカウントにサインインしてから、このプロバイダーと連携してください。",
  SOCIAL_ACCOUNT_ALREADY_LINKED: "このアカウントはすでに別のユーザーと連携されています。",
  LINKING_NOT_ALLOWED: "このアカウントは連携できません。",
  LINKING_DIFFERENT_EMAILS_NOT_ALLOWED: "このアカウントはメールアドレスが異なるため、連携できません。",
  LINKING_FAILED: "このアカウントを連携できませんでした。もう一度お試しください。",
  ACCOUNT_NOT_FOUND: "このサインイン方法はアカウントに連携されていません。",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "これは唯一のサインイン方法です。解除する前に、別の方法を追加してください。",
  USER_ID_OR_SESSION_REQUIRED: signedOut,
  TOKEN_REFRESH_NOT_SUPPORTED: expiredConnection,
  REFRESH_TOKEN_NOT_FOUND: expiredConnection,
  FAILED_TO_GET_ACCESS_TOKEN: expiredConnection,
  FAILED_TO_REFRESH_ACCESS_TOKEN: expiredConnection,
  ACCESS_TOKEN_NOT_FOUND: expiredConnection,
  INVALID_CALLBACK_URL: redirectNotAllowed,
  INVALID_REDIRECT_URL: redirectNotAllowed,
  INVALID_ERROR_CALLBACK_URL: redirectNotAllowed,
  INVALID_NEW_USER_CALLBACK_URL: redirectNotAllowed,
  NOT_FOUND: "お探しのものが見つかりませんでした。",
  FORBIDDEN: "この操作を行う権限がありません。",
  PAYLOAD_TOO_LARGE: "入力が長すぎます。短くしてから、もう一度お試しください。",
  FIELD_NOT_ALLOWED: "ここでは設定できない項目が含まれています。",
  VALIDATION_ERROR: "一部の項目が正しくありません。確認してから、もう一度お試しください。",
  UNAUTHORIZED: signedOut,
  SESSION_NOT_FRESH: confirmFirst,
  GUEST_NOT_ALLOWED: "先にサインアップしてください。ゲストはこの操作を行えません。",
  NOT_ALLOWED_WHILE_IMPERSONATING: "代理サインイン中はこの操作を行えません。",
  TOO_MANY_REQUESTS: "試行回数が多すぎます。しばらく待ってから、もう一度お試しください。",
  SERVICE_UNAVAILABLE: "サービスは一時的に利用できません。しばらくしてからもう一度お試しください。",
  INTERNAL_SERVER_ERROR: "サーバーで問題が発生しました。しばらくしてからもう一度お試しください。",
  NETWORK_ERROR: "サーバーに接続できません。接続を確認してから、もう一度お試しください。",
  UNEXPECTED_ANSWER: "サーバーから予期しない応答がありました。しばらくしてからもう一度お試しください。",
  INVALID_ORIGIN: pageNotAllowed,
  MISSING_OR_NULL_ORIGIN: pageNotAllowed,
};
