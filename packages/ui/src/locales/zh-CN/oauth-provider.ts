/** The Simplified Chinese texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "未命名应用",
  title: "要允许“{app}”访问吗？",
  text: "{app} 想使用您的 {site} 账号。",
  unverified: "未经验证的应用",
  unverifiedText: "任何人都可以用任意名称注册应用。仅当您本人发起此操作并信任 {host} 时才继续。",
  signedInAs: "当前登录账号：",
  otherAccount: "不是您？",
  can: "{app} 将可以：",
  cannot: "{app} 将无法：",
  limits: {
    password: "查看您的密码",
    account: "更改您的登录方式或删除您的账号",
  },
  scopes: {
    openid: "确认是您本人",
    profile: "查看您的姓名和头像",
    email: "查看您的邮箱",
    offline_access: "在您不使用时保留此访问权限",
    organization: "查看您选择的组织以及您在其中的角色",
  },
  returnTo: "接下来您将前往 {hosts}。",
  returnToDevice: "接下来您将前往此设备上的应用。",
  privacy: "隐私政策",
  terms: "服务条款",
  allow: "允许",
  endedTitle: "此请求已失效",
  endedText: "请求已过期或已有答复。请返回应用重新开始。",
  toAccount: "前往您的账号",
  chooseTitle: "选择账号",
  chooseText: "您将用它继续前往 {app}。",
  chooseOther: "使用其他账号",
  errorTitle: "无法连接该应用",
  errorAdvice: "请返回应用重试。如果仍然无效，请联系其开发者。",
  requestErrors: {
    unknown: "无法答复该应用发送的请求。",
    invalid_client: "该应用未在此注册，或其访问已关闭。",
    invalid_request: "请求不完整、已过期，或指向应用未注册的页面。",
    invalid_request_uri: "该应用的请求已过期或已被使用。",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "此请求已失效。请返回应用重新开始。",
    INVALID_SCOPE: "其中一项权限不在该应用的请求中。",
    OAUTH_CLIENT_NOT_FOUND: "该应用已不存在。",
  },
};
