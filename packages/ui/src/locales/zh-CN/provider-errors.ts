/** The Chinese texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "此登录服务商的登录功能未正确设置。请联系支持团队。";

/** The Chinese texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "无法通过该登录服务商登录。请重试或使用其他登录方式。",
  invalid_callback_request: "登录服务商返回了无效的响应。请重新开始。",
  state_not_found: "无法验证此次登录。请重新开始。",
  please_restart_the_process: "此次登录已过期、已被使用，或是在其他浏览器中开始的。请重新开始。",
  no_code: "登录服务商未完成登录。请重试。",
  no_callback_url: "无法返回您开始的页面。请重新开始。",
  oauth_provider_not_found: "此登录方式不可用。",
  invalid_code: "登录服务商无法确认您的身份。请重试。",
  issuer_missing: "无法验证登录服务商的响应。请重试。",
  issuer_mismatch: "响应来自您所选之外的登录服务商。请重新开始。",
  unable_to_get_user_info: "无法从登录服务商获取您的个人资料。请稍后重试。",
  email_not_found: "登录服务商未提供您的邮箱。请允许访问邮箱，或使用其他登录方式。",
  email_required: "登录服务商未提供您的邮箱，而登录需要邮箱。请重新开始并输入邮箱。",
  email_not_verified: "请先验证您的邮箱。请打开我们发送的链接，然后重新登录。",
  email_does_not_match: "此账号使用不同的邮箱，因此无法关联到您的账号。",
  account_already_linked_to_different_user: "该账号已关联到其他用户。请先在那里取消关联。",
  unable_to_link_account: "无法关联此账号。请重试。",
  session_not_fresh: "请先确认是您本人，然后重新关联账号。",
  account_not_linked: "使用此邮箱的账号已存在。请按平常的方式登录，然后在账号设置中关联此登录服务商。",
  signup_disabled: "您还没有账号，且无法通过此登录服务商注册。",
  unable_to_create_user: "无法创建您的账号。请重试或使用其他登录方式。",
  unable_to_create_session: "无法登录。请稍后重试。",
  internal_server_error: "我们这边出现了错误。请稍后重试。",
  access_denied: "您取消了登录，或登录服务商拒绝了登录。未作任何更改。",
  login_required: "请先登录该登录服务商，然后重试。",
  interaction_required: "登录服务商需要您提供更多信息。请重试。",
  account_selection_required: "请在登录服务商处选择账号，然后重试。",
  consent_required: "登录服务商需要先征得您的同意。请重试。",
  server_error: "登录服务商出现了错误。请稍后重试。",
  temporarily_unavailable: "登录服务商暂时不可用。请稍后重试。",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
