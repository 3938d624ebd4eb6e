/** The Japanese texts of passkeys. */

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
    backupCodes: "パスキーのバックアップコード",
    title: "パスキー",
    none: "パスワードの代わりに、指紋、顔、または画面ロックでサインインできます。",
    add: "パスキーを追加",
    unnamed: "パスキー",
    synced: "同期済み",
    notSynced: "1台のデバイスのみ",
    lastUsed: "最終使用：{time}",
    added: "{date}に追加",
    manage: "{name}を管理",
    rename: "名前を変更",
    renameTitle: "パスキーの名前を変更",
    renameText: "パスキーの保存先がわかる名前を付けてください。",
    name: "名前",
    save: "保存",
    remove: "削除",
    removeTitle: "{name}を削除しますか？",
    removeText:
      "このパスキーではサインインできなくなります。このパスキーでサインインしたデバイスはサインアウトされます。この操作は取り消せません。",
    addedDone: "パスキーを追加しました。",
    removed: "パスキーを削除しました。",
    last: "これは唯一のサインイン方法です。なくしてもサインインできるように、別の方法を追加してください。",
    full: "パスキーは上限の{max}個に達しています。追加するには、1つ削除してください。",
  },
  proof: {
    label: "パスキーを使用",
    text: "続けるには、パスキーを使用してください。",
    submit: "パスキーを使用",
  },
  errors: {
    AUTH_CANCELLED: "パスキーのリクエストがキャンセルされたか、時間切れになりました。もう一度お試しください。",
    NOT_SUPPORTED: "このブラウザーはパスキーに対応していません。",
    ALREADY_REGISTERED: "このデバイスには、すでにこのアカウントのパスキーがあります。",
    CHALLENGE_NOT_FOUND: "時間がかかりすぎました。もう一度お試しください。",
    FAILED_TO_VERIFY_REGISTRATION: "パスキーを確認できませんでした。もう一度お試しください。",
    AUTHENTICATION_FAILED: "パスキーを確認できませんでした。もう一度お試しください。",
    PASSKEY_NOT_FOUND: "このパスキーは使用できなくなりました。アカウントから削除されています。",
    PREVIOUSLY_REGISTERED: "このパスキーはすでに追加されています。",
    TOO_MANY_PASSKEYS: "パスキーの数が上限に達しています。先に1つ削除してください。",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "唯一のサインイン方法は削除できません。先に別の方法を追加してください。",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "セッションが変わりました。もう一度お試しください。",
    INVALID_BACKUP_CODE: "バックアップコードが正しくないか、すでに使用されています。",
    BACKUP_CODES_NOT_ENABLED: "このアカウントではバックアップコードを使用できません。",
    SIGNED_IN:
      "サインイン中はパスキーでサインアップできません。先にサインアウトするか、別の方法でサインアップしてください。",
    PASSKEY_SIGN_UP_DISABLED: "ここではパスキーでサインアップできません。",
    RESOLVED_USER_INVALID: "ここではパスキーでサインアップできません。",
    RESOLVE_USER_REQUIRED: "パスキーを追加するには、サインインしてください。",
    FAILED_TO_CREATE_USER: "アカウントを作成できませんでした。もう一度お試しください。",
  },
};
