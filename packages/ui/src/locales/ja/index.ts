/** The Japanese texts of all components. */

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

/** The Japanese texts of all components. */
export const ja: Locale = {
  texts,
  plugins: {
    admin,
    anonymous,
    "api-key": apiKey,
    "device-authorization": deviceAuthorization,
    billing,
    captcha: {
      errors: {
        MISSING_RESPONSE: "セキュリティチェックを完了してから、もう一度お試しください。",
        VERIFICATION_FAILED: "セキュリティチェックに失敗したか、有効期限が切れました。もう一度お試しください。",
        UNKNOWN_ERROR: "セキュリティチェックを実行できませんでした。しばらくしてからもう一度お試しください。",
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
      label: "ユーザー名",
      hint: "{min}～{max}文字の英数字、ピリオド、アンダースコア。サインインに使用できます。",
      hintWithoutRules: "英数字、ピリオド、アンダースコア。サインインに使用できます。",
      emailOrUsername: "メールアドレスまたはユーザー名",
      available: "このユーザー名は使用できます。",
      errors: {
        INVALID_USERNAME_OR_PASSWORD: "ユーザー名またはパスワードが正しくありません。もう一度お試しください。",
        USERNAME_TOO_SHORT: "このユーザー名は短すぎます。より長いものを選んでください。",
        USERNAME_TOO_LONG: "このユーザー名は長すぎます。より短いものを選んでください。",
        INVALID_USERNAME: "英数字、ピリオド、アンダースコアのみを使用してください。",
        INVALID_DISPLAY_USERNAME:
          "表示用ユーザー名で変更できるのは、大文字と小文字の違いだけです。文字自体は変更できません。",
        USERNAME_IS_ALREADY_TAKEN: "このユーザー名はすでに使用されています。別のものをお試しください。",
      },
    },
  },
};
