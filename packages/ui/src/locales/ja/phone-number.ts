/** The Japanese texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "電話番号",
  settings: {
    none: "未設定",
    add: "追加",
    change: "変更",
    remove: "削除",
    addTitle: "電話番号を追加",
    addText: "番号を確認するためのコードをSMSで送信します。確認後は、この番号でサインインできます。",
    hint: "国番号を付けて入力してください（例：+81 90 1234 5678）。",
    hintWithCountry: "他の国の番号は、「+」と国番号から入力してください。",
    send: "コードをSMSで送信",
    codeTitle: "コードを入力",
    codeText: "{phoneNumber}にコードを送信しました。",
    code: "確認コード",
    codeHint: "{digits}桁",
    verify: "番号を確認",
    sendAgain: "再送信",
    sendAgainIn: "{seconds}秒後に再送信",
    sent: "コードを送信しました。",
    back: "戻る",
    saved: "電話番号を保存しました。",
    removeTitle: "{phoneNumber}を削除しますか？",
    removeText: "この番号ではサインインできなくなります。",
    removed: "電話番号を削除しました。",
    last: "これは唯一のサインイン方法です。削除する前に、別の方法を追加してください。",
  },
  errors: {
    INVALID_PHONE_NUMBER: "番号を確認してください。使用できるのは携帯電話番号のみで、対応していない国もあります。",
    PHONE_NUMBER_EXIST: "この番号は別のアカウントで使用されています。",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "番号はコードで確認する必要があります。",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "電話番号またはパスワードが正しくありません。もう一度お試しください。",
    INVALID_OTP: "コードが正しくありません。もう一度お試しください。",
    OTP_NOT_FOUND: "このコードは無効になりました。新しいコードをリクエストしてください。",
    OTP_EXPIRED: "コードの有効期限が切れています。新しいコードをリクエストしてください。",
    TOO_MANY_ATTEMPTS: "誤ったコードの入力回数が多すぎます。新しいコードをリクエストしてください。",
    SEND_OTP_NOT_IMPLEMENTED: "SMSは利用できません。",
    VERIFIED_EMAIL_REQUIRED:
      "このデバイスで一度メールアドレスを使ってサインインしてください。その後、電話番号を使えるようになります。",
    UNEXPECTED_ERROR: "パスワードをリセットできませんでした。もう一度お試しください。",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "唯一のサインイン方法は削除できません。先に別の方法を追加してください。",
    FAILED_TO_CREATE_USER: "アカウントを作成できませんでした。もう一度お試しください。",
  },
};
