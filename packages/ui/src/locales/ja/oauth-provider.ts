/** The Japanese texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "名前のないアプリ",
  title: "{app}のアクセスを許可しますか？",
  text: "{app}があなたの{site}アカウントの使用を求めています。",
  unverified: "未確認のアプリ",
  unverifiedText:
    "アプリは誰でも好きな名前で登録できます。自分で始めた操作で、{host}を信頼できる場合にのみ続けてください。",
  signedInAs: "サインイン中のアカウント：",
  otherAccount: "別の方ですか？",
  can: "{app}ができること：",
  cannot: "{app}ができないこと：",
  limits: {
    password: "あなたのパスワードを見る",
    account: "サインイン方法の変更やアカウントの削除",
  },
  scopes: {
    openid: "あなた本人であることの確認",
    profile: "あなたの名前と画像の表示",
    email: "あなたのメールアドレスの表示",
    offline_access: "使用していない間もこのアクセスを維持",
    organization: "あなたが選ぶ組織と、そこでのロールの表示",
  },
  returnTo: "この後、{hosts}に移動します。",
  returnToDevice: "この後、このデバイスのアプリに移動します。",
  privacy: "プライバシーポリシー",
  terms: "利用規約",
  allow: "許可",
  endedTitle: "このリクエストは無効になりました",
  endedText: "有効期限が切れたか、すでに回答されています。アプリに戻ってもう一度始めてください。",
  toAccount: "アカウントに移動",
  chooseTitle: "アカウントを選択",
  chooseText: "このアカウントで{app}に進みます。",
  chooseOther: "別のアカウントを使用",
  errorTitle: "アプリを接続できませんでした",
  errorAdvice: "アプリに戻ってもう一度お試しください。解決しない場合は、アプリの開発者にお問い合わせください。",
  requestErrors: {
    unknown: "アプリのリクエストに応答できません。",
    invalid_client: "このアプリはここに登録されていないか、アクセスが無効になっています。",
    invalid_request: "リクエストが不完全か、期限切れか、アプリが登録していないページに移動しようとしています。",
    invalid_request_uri: "アプリのリクエストは期限切れか、すでに使用されています。",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "このリクエストは無効になりました。アプリに戻ってもう一度始めてください。",
    INVALID_SCOPE: "アプリが求めていない権限が含まれています。",
    OAUTH_CLIENT_NOT_FOUND: "このアプリはもう存在しません。",
  },
};
