/** The Arabic texts of passkeys. */

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
    backupCodes: "رموز احتياطية لمفاتيح المرور",
    title: "مفاتيح المرور",
    none: "سجّل الدخول ببصمة الإصبع أو الوجه أو قفل الشاشة بدلًا من كلمة المرور.",
    add: "إضافة مفتاح مرور",
    unnamed: "مفتاح مرور",
    synced: "متزامن",
    notSynced: "على جهاز واحد فقط",
    lastUsed: "آخر استخدام: {time}",
    added: "أُضيف في {date}",
    manage: "إدارة {name}",
    rename: "إعادة التسمية",
    renameTitle: "إعادة تسمية مفتاح المرور",
    renameText: "اختر اسمًا يوضّح مكان حفظ مفتاح المرور.",
    name: "الاسم",
    save: "حفظ",
    remove: "إزالة",
    removeTitle: "هل تريد إزالة {name}؟",
    removeText:
      "لن تتمكن من تسجيل الدخول بمفتاح المرور هذا. سيتم تسجيل الخروج من الأجهزة التي استخدمته لتسجيل الدخول. لا يمكن التراجع عن هذا الإجراء.",
    addedDone: "تمت إضافة مفتاح المرور.",
    removed: "تمت إزالة مفتاح المرور.",
    last: "هذه طريقة تسجيل الدخول الوحيدة لديك. أضف طريقة أخرى لتتمكن من تسجيل الدخول إذا فقدت مفتاح المرور.",
    full: "لديك {max} من مفاتيح المرور، وهو الحد الأقصى. أزل مفتاحًا لإضافة آخر.",
  },
  proof: {
    label: "استخدام مفتاح مرور",
    text: "استخدم مفتاح المرور للمتابعة.",
    submit: "استخدام مفتاح المرور",
  },
  errors: {
    AUTH_CANCELLED: "أُلغي طلب مفتاح المرور أو انتهت مهلته. أعد المحاولة.",
    NOT_SUPPORTED: "هذا المتصفح لا يدعم مفاتيح المرور.",
    ALREADY_REGISTERED: "يوجد على هذا الجهاز مفتاح مرور لحسابك بالفعل.",
    CHALLENGE_NOT_FOUND: "استغرق ذلك وقتًا طويلًا. أعد المحاولة.",
    FAILED_TO_VERIFY_REGISTRATION: "تعذر التحقق من مفتاح المرور. أعد المحاولة.",
    AUTHENTICATION_FAILED: "تعذر التحقق من مفتاح المرور. أعد المحاولة.",
    PASSKEY_NOT_FOUND: "لم يعد مفتاح المرور هذا صالحًا. تمت إزالته من الحساب.",
    PREVIOUSLY_REGISTERED: "سبقت إضافة مفتاح المرور هذا.",
    TOO_MANY_PASSKEYS: "بلغت الحد الأقصى لمفاتيح المرور. أزل مفتاحًا أولًا.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "لا يمكنك إزالة طريقة تسجيل الدخول الوحيدة لديك. أضف طريقة أخرى أولًا.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "تغيّرت جلستك. أعد المحاولة.",
    INVALID_BACKUP_CODE: "هذا الرمز الاحتياطي غير صحيح أو سبق استخدامه.",
    BACKUP_CODES_NOT_ENABLED: "الرموز الاحتياطية غير متاحة لحسابك.",
    SIGNED_IN: "لا يمكنك إنشاء حساب بمفتاح مرور وأنت مسجّل الدخول. سجّل الخروج أولًا أو أنشئ حسابًا بطريقة أخرى.",
    PASSKEY_SIGN_UP_DISABLED: "لا يمكنك إنشاء حساب بمفتاح مرور هنا.",
    RESOLVED_USER_INVALID: "لا يمكنك إنشاء حساب بمفتاح مرور هنا.",
    RESOLVE_USER_REQUIRED: "سجّل الدخول لإضافة مفتاح مرور.",
    FAILED_TO_CREATE_USER: "تعذر إنشاء حسابك. أعد المحاولة.",
  },
};
