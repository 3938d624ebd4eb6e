/** The Chinese texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Chinese texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "通过邮件发送验证码",
  signUp: "使用邮件验证码注册",
  title: "请查收邮件",
  text: "请输入我们发送到此邮箱的验证码。",
  change: "使用其他邮箱",
  errors: {
    INVALID_OTP: "验证码不正确。请重试。",
    OTP_EXPIRED: "验证码已过期。请重新获取验证码。",
    TOO_MANY_ATTEMPTS: "验证码错误次数过多。请重新获取验证码。",
    INVALID_OTP_TYPE: "此验证码不能在这里使用。",
    EMAIL_ALREADY_IN_USE: "此邮箱已被使用。请尝试其他邮箱。",
  },
};

/** The Chinese texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "通过邮件发送登录链接",
  signUp: "使用邮件链接注册",
  sentTitle: "请查收邮件",
  sentText: "请在此浏览器中打开链接以继续。我们已将其发送到此邮箱。",
  change: "使用其他邮箱",
  confirm: {
    title: "要继续登录吗？",
    text: "请仅在您本人请求过此链接时继续。您将登录到此账号。",
    otherAccount: "您当前以 {email} 登录。此链接会让您登录另一个账号。",
    submit: "登录",
    invalidTitle: "此链接已失效",
    invalidText: "链接已过期、已被使用，或必须在请求它的浏览器中打开。请重新获取链接以继续。",
    again: "重新获取链接",
  },
  errors: {
    new_user_signup_disabled: "您还没有账号，且目前未开放注册。",
    failed_to_create_user: "无法创建您的账号。请稍后重试。",
    failed_to_create_session: "出现错误。请稍后重试。",
  },
};

/** The Chinese texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "使用通行密钥登录" },
  signUp: {
    button: "使用通行密钥注册",
    text: "使用指纹、面容或屏幕锁定代替密码。",
    submit: "创建账号",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "使用备用验证码",
    title: "使用备用验证码",
    text: "丢失了通行密钥？输入一个备用验证码即可创建新的通行密钥。您将在所有其他设备上退出登录。",
    code: "备用验证码",
    submit: "创建新的通行密钥",
  },
  nudge: {
    title: "下次登录更快捷",
    text: "添加通行密钥，即可使用指纹、面容或屏幕锁定登录。",
    add: "添加通行密钥",
    later: "暂不",
  },
  secondFactor: {
    choose: "使用通行密钥",
    text: "请使用通行密钥确认是您本人。",
    submit: "使用通行密钥继续",
  },
};

/** The Chinese texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "使用手机号登录",
    signUpButton: "使用手机号注册",
    title: "请输入您的手机号",
    text: "我们会向您发送短信验证码。可能产生短信费用。",
    country: "国家/地区",
    number: "手机号",
    submit: "通过短信发送验证码",
    codeTitle: "请查收短信",
    codeText: "请输入我们发送到此号码的验证码。",
    change: "使用其他号码",
  },
};

/** The Chinese texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "以访客身份继续",
  banner: {
    label: "访客账号",
    text: "您正在使用访客账号。创建账号以保留您的数据。",
    signUp: "创建账号",
    signIn: "登录",
  },
  signOut: {
    title: "要退出访客账号吗？",
    text: "您将无法再访问您的数据，因为访客账号无法再次登录。创建账号即可保留数据。",
    confirm: "退出登录",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "您已在使用访客账号。",
    INVALID_EMAIL_FORMAT: "无法创建访客账号。请联系支持团队。",
    DELETE_ANONYMOUS_USER_DISABLED: "此处无法删除访客账号。",
    USER_IS_NOT_ANONYMOUS: "您的账号不是访客账号。",
  },
};

/** The Chinese texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "其他账号",
  add: "添加账号",
  signOutAll: "退出所有账号",
  switched: "您当前以“{name}”的身份登录。",
  choose: "选择账号",
  signOutOf: "退出登录：{name}",
  errors: {
    INVALID_SESSION_TOKEN: "此账号已退出登录。请重新登录。",
  },
};
