/** The Simplified Chinese texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "手机号",
  settings: {
    none: "未设置",
    add: "添加",
    change: "更改",
    remove: "移除",
    addTitle: "添加手机号",
    addText: "我们将通过短信发送验证码来验证号码。之后您可以用它登录。",
    hint: "请包含国家/地区代码，例如 +86 131 2345 6789。",
    hintWithCountry: "如果是其他国家/地区的号码，请以 + 和国家/地区代码开头。",
    send: "通过短信发送验证码",
    codeTitle: "输入验证码",
    codeText: "我们已向 {phoneNumber} 发送验证码。",
    code: "验证码",
    codeHint: "{digits} 位数字",
    verify: "验证号码",
    sendAgain: "重新发送",
    sendAgainIn: "{seconds} 秒后可重新发送",
    sent: "验证码已发送。",
    back: "返回",
    saved: "手机号已保存。",
    removeTitle: "要移除 {phoneNumber} 吗？",
    removeText: "您将无法再使用此号码登录。",
    removed: "手机号已移除。",
    last: "这是您唯一的登录方式。请先添加其他登录方式，然后再移除它。",
  },
  errors: {
    INVALID_PHONE_NUMBER: "请检查号码。必须是手机号，且部分国家/地区不受支持。",
    PHONE_NUMBER_EXIST: "此号码已被其他账号使用。",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "号码必须通过验证码验证。",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "手机号或密码不正确。请重试。",
    INVALID_OTP: "验证码不正确。请重试。",
    OTP_NOT_FOUND: "验证码已失效。请重新获取验证码。",
    OTP_EXPIRED: "验证码已过期。请重新获取验证码。",
    TOO_MANY_ATTEMPTS: "验证码错误次数过多。请重新获取验证码。",
    SEND_OTP_NOT_IMPLEMENTED: "短信服务不可用。",
    VERIFIED_EMAIL_REQUIRED: "请先在此设备上使用邮箱登录一次，之后即可使用手机号。",
    UNEXPECTED_ERROR: "无法重置您的密码。请重试。",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "您无法移除唯一的登录方式。请先添加其他登录方式。",
    FAILED_TO_CREATE_USER: "无法创建您的账号。请重试。",
  },
};
