/** The Japanese texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "認識済みのデバイス",
    text: "このデバイスでのサインインはメールでお知らせしません。",
    forget: "登録を解除",
    forgetLabel: "{device}の登録を解除",
    forgotten: "デバイスの登録を解除しました。次にこのデバイスでサインインがあると、メールでお知らせします。",
  },
  cooldown: {
    title: "アカウントは最近メールで復旧されました",
    text: "他の人がメールを読んだ可能性に備えて、{time}まではメールアドレス、電話番号、パスキー、2要素認証、連携アカウントを変更できません。",
    textWithDeletion:
      "他の人がメールを読んだ可能性に備えて、{time}まではメールアドレス、電話番号、パスキー、2要素認証、連携アカウントの変更と、アカウントの削除はできません。",
    passkey: "今すぐ行うには、パスキーでサインインしてください。",
  },
  notMe: {
    title: "心当たりがありませんか？",
    text: "すべてのデバイスからサインアウトし、新しいパスワードを設定するためのリンクをメールで送信します。",
    textWithoutReset: "すべてのデバイスからサインアウトします。",
    submit: "アカウントを保護",
    wasMe: "自分のサインインです",
    doneTitle: "アカウントを保護しました",
    doneWithEmail:
      "すべてのデバイスからサインアウトしました。新しいパスワードを設定するためのリンクをメールで確認してください。",
    signedOutTitle: "すべてのデバイスからサインアウトしました",
    resetText: "パスワードは変更されていません。他の人に使われないように、パスワードをリセットしてください。",
    changeText: "パスワードは変更されていません。他の人に使われないように、サインインして変更してください。",
    invalidTitle: "このリンクは無効になりました",
    invalidText:
      "すでに使用されたか、7日以上経過しています。心当たりのないサインインがある場合は、パスワードをリセットしてください。",
    invalidTextWithoutReset:
      "すでに使用されたか、7日以上経過しています。心当たりのないサインインがある場合は、サインインしてアクティブなセッションを確認してください。",
    signIn: "サインイン",
    resetPassword: "パスワードをリセット",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED:
      "アカウントは最近メールで復旧されました。待機時間が終わると、サインイン方法を変更できます。",
  },
};
