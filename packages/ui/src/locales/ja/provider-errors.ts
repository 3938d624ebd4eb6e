/** The Japanese texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "このプロバイダーでのサインインが正しく設定されていません。サポートにお問い合わせください。";

/** The Japanese texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "このプロバイダーでサインインできませんでした。もう一度試すか、別の方法を使用してください。",
  invalid_callback_request: "プロバイダーの応答が無効です。最初からやり直してください。",
  state_not_found: "このサインインを検証できませんでした。最初からやり直してください。",
  please_restart_the_process:
    "このサインインは有効期限が切れたか、すでに使用されたか、別のブラウザーで開始されています。最初からやり直してください。",
  no_code: "プロバイダーでのサインインが完了しませんでした。もう一度お試しください。",
  no_callback_url: "元のページに戻れませんでした。最初からやり直してください。",
  oauth_provider_not_found: "このサインイン方法は利用できません。",
  invalid_code: "プロバイダーで本人確認ができませんでした。もう一度お試しください。",
  issuer_missing: "プロバイダーの応答を検証できませんでした。もう一度お試しください。",
  issuer_mismatch: "選択したものとは別のプロバイダーから応答がありました。最初からやり直してください。",
  unable_to_get_user_info:
    "プロバイダーからプロフィールを取得できませんでした。しばらくしてからもう一度お試しください。",
  email_not_found:
    "プロバイダーからメールアドレスが提供されませんでした。アクセスを許可するか、別の方法を使用してください。",
  email_required:
    "プロバイダーからメールアドレスが提供されませんでした。サインインにはメールアドレスが必要です。最初からやり直して入力してください。",
  email_not_verified:
    "先にメールアドレスを確認してください。お送りしたリンクを開いてから、もう一度サインインしてください。",
  email_does_not_match: "このアカウントはメールアドレスが異なるため、連携できません。",
  account_already_linked_to_different_user:
    "このアカウントはすでに別のユーザーと連携されています。先にそちらの連携を解除してください。",
  unable_to_link_account: "このアカウントを連携できませんでした。もう一度お試しください。",
  session_not_fresh: "本人確認をしてから、もう一度アカウントを連携してください。",
  account_not_linked:
    "このメールアドレスのアカウントはすでに存在します。いつもの方法でサインインしてから、アカウント設定でこのプロバイダーと連携してください。",
  signup_disabled: "アカウントがありません。このプロバイダーではサインアップできません。",
  unable_to_create_user: "アカウントを作成できませんでした。もう一度試すか、別の方法を使用してください。",
  unable_to_create_session: "サインインできませんでした。しばらくしてからもう一度お試しください。",
  internal_server_error: "サーバーで問題が発生しました。しばらくしてからもう一度お試しください。",
  access_denied: "サインインがキャンセルされたか、プロバイダーに拒否されました。何も変更されていません。",
  login_required: "先にプロバイダーにサインインしてから、もう一度お試しください。",
  interaction_required: "プロバイダーで追加の操作が必要です。もう一度お試しください。",
  account_selection_required: "プロバイダーでアカウントを選択してから、もう一度お試しください。",
  consent_required: "先にプロバイダーでの同意が必要です。もう一度お試しください。",
  server_error: "プロバイダーで問題が発生しました。しばらくしてからもう一度お試しください。",
  temporarily_unavailable: "プロバイダーは一時的に利用できません。しばらくしてからもう一度お試しください。",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
