/** The Chinese texts of all components. */

import type { Locale } from "../locale.ts";
import { admin } from "./admin.ts";
import { apiKey, deviceAuthorization } from "./api-key.ts";
import { billing } from "./billing.ts";
import { events } from "./events.ts";
import { oauthProvider } from "./oauth-provider.ts";
import { organization } from "./organization.ts";
import { passkey } from "./passkey.ts";
import { anonymous, emailOtp, magicLink, multiSession } from "./passwordless.ts";
import { phoneNumber } from "./phone-number.ts";
import { scim } from "./scim.ts";
import { sso } from "./sso.ts";
import { stepUp } from "./step-up.ts";
import { texts } from "./texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Chinese texts of all components. */
export const zhCN: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "请完成安全检查，然后重试。",
        VERIFICATION_FAILED: "安全检查失败或已过期。请重试。",
        UNKNOWN_ERROR: "无法运行安全检查。请稍后重试。",
      },
    },
    "email-otp": emailOtp,
    events,
    "magic-link": magicLink,
    "multi-session": multiSession,
    "oauth-provider": oauthProvider,
    organization,
    passkey,
    "phone-number": phoneNumber,
    scim,
    sso,
    "step-up": stepUp,
    "two-factor": twoFactor,
    username: {
      label: "用户名",
      hint: "{min} 到 {max} 个字母、数字、句点或下划线。您可以用它登录。",
      hintWithoutRules: "可使用字母、数字、句点或下划线。您可以用它登录。",
      emailOrUsername: "邮箱或用户名",
      available: "此用户名可用。",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "用户名或密码不正确。请重试。",
        USERNAME_TOO_SHORT: "用户名太短。请选择更长的用户名。",
        USERNAME_TOO_LONG: "用户名太长。请选择更短的用户名。",
        INVALID_USERNAME: "只能使用字母、数字、句点和下划线。",
        INVALID_DISPLAY_USERNAME: "您可以更改所显示用户名的大小写，但不能更改其中的字母。",
        USERNAME_IS_ALREADY_TAKEN: "此用户名已被使用。请尝试其他用户名。",
      },
    },
  },
};
