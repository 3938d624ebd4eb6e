/** The Simplified Chinese texts of passkeys. */

import type { PasskeyTexts } from "../../passkey/texts.ts";
import { passkeySignIn } from "./passwordless.ts";
import { twoFactor } from "./two-factor.ts";

const { codesLeft, noCodesLeft, newCodes, newCodesTitle, newCodesText } = twoFactor.settings;

/** Texts for `passkeyUi`. */
export const passkey: PasskeyTexts = {
  ...passkeySignIn,
  settings: {
    codesLeft,
    noCodesLeft,
    newCodes,
    newCodesTitle,
    newCodesText,
    backupCodes: "通行密钥备用验证码",
    title: "通行密钥",
    none: "使用指纹、面容或屏幕锁定登录，无需密码。",
    add: "添加通行密钥",
    unnamed: "通行密钥",
    synced: "已同步",
    notSynced: "仅在一台设备上",
    lastUsed: "上次使用：{time}",
    added: "添加于 {date}",
    manage: "管理“{name}”",
    rename: "重命名",
    renameTitle: "重命名通行密钥",
    renameText: "取一个能说明通行密钥存放位置的名称。",
    name: "名称",
    save: "保存",
    remove: "移除",
    removeTitle: "要移除“{name}”吗？",
    removeText: "您将无法再使用此通行密钥登录。使用它登录的设备将退出登录。此操作无法撤消。",
    addedDone: "已添加通行密钥。",
    removed: "已移除通行密钥。",
    last: "这是您唯一的登录方式。请再添加一种登录方式，以便在丢失通行密钥后仍能登录。",
    full: "您已有 {max} 个通行密钥，达到上限。请先移除一个再添加。",
  },
  proof: {
    label: "使用通行密钥",
    text: "请使用通行密钥以继续。",
    submit: "使用通行密钥",
  },
  errors: {
    AUTH_CANCELLED: "通行密钥请求已取消或超时。请重试。",
    NOT_SUPPORTED: "此浏览器不支持通行密钥。",
    ALREADY_REGISTERED: "此设备已有您账号的通行密钥。",
    CHALLENGE_NOT_FOUND: "操作超时。请重试。",
    FAILED_TO_VERIFY_REGISTRATION: "无法验证通行密钥。请重试。",
    AUTHENTICATION_FAILED: "无法验证通行密钥。请重试。",
    PASSKEY_NOT_FOUND: "此通行密钥已失效，已从账号中移除。",
    PREVIOUSLY_REGISTERED: "此通行密钥已添加过。",
    TOO_MANY_PASSKEYS: "通行密钥数量已达上限。请先移除一个。",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "您无法移除唯一的登录方式。请先添加其他登录方式。",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "您的会话已更改。请重试。",
    INVALID_BACKUP_CODE: "备用验证码不正确或已被使用。",
    BACKUP_CODES_NOT_ENABLED: "您的账号无法使用备用验证码。",
    SIGNED_IN: "登录状态下无法使用通行密钥注册。请先退出登录，或使用其他方式注册。",
    PASSKEY_SIGN_UP_DISABLED: "此处无法使用通行密钥注册。",
    RESOLVED_USER_INVALID: "此处无法使用通行密钥注册。",
    RESOLVE_USER_REQUIRED: "请登录后再添加通行密钥。",
    FAILED_TO_CREATE_USER: "无法创建您的账号。请重试。",
  },
};
