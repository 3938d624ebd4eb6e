/** The Simplified Chinese texts of step-up authentication. */

import type { StepUpTexts } from "../../step-up/texts.ts";

/** Texts for `stepUpUi`. */
export const stepUp: StepUpTexts = {
  devices: {
    recognized: "已知设备",
    text: "在此设备上登录时，我们不会向您发送邮件。",
    forget: "不再记住",
    forgetLabel: "不再记住 {device}",
    forgotten: "已不再记住该设备。下次在此设备上登录时，我们会向您发送邮件。",
  },
  cooldown: {
    title: "您的账号最近通过邮件进行过恢复",
    text: "为了在他人读取过您的邮件时保护您，在 {time} 之前无法更改邮箱、手机号、通行密钥、双重身份验证和关联账号。",
    textWithDeletion:
      "为了在他人读取过您的邮件时保护您，在 {time} 之前无法更改邮箱、手机号、通行密钥、双重身份验证和关联账号，也无法删除账号。",
    passkey: "如需立即操作，请使用通行密钥登录。",
  },
  notMe: {
    title: "不是您本人？",
    text: "我们会让您的账号在所有设备上退出登录，并通过邮件发送用于设置新密码的链接。",
    textWithoutReset: "我们会让您的账号在所有设备上退出登录。",
    submit: "保护我的账号",
    wasMe: "是我本人",
    doneTitle: "您的账号已受到保护",
    doneWithEmail: "已在所有设备上退出登录。请查看邮件中用于设置新密码的链接。",
    signedOutTitle: "已在所有设备上退出登录",
    resetText: "您的密码尚未更改。请重置密码，以防他人使用它登录。",
    changeText: "您的密码尚未更改。请登录并更改密码，以防他人使用。",
    invalidTitle: "此链接已失效",
    invalidText: "链接已被使用，或已超过 7 天。如果发现陌生的登录记录，请重置密码。",
    invalidTextWithoutReset: "链接已被使用，或已超过 7 天。如果您不认识某次登录，请登录并检查活跃会话。",
    signIn: "登录",
    resetPassword: "重置密码",
  },
  errors: {
    ACCOUNT_RECENTLY_RECOVERED: "您的账号最近通过邮件进行过恢复。等待时间结束后，您可以更改登录方式。",
  },
};
