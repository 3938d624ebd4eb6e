/** The Arabic texts of codes, links, phone numbers, guests, and several accounts. */

import type { AnonymousTexts } from "../../anonymous/texts.ts";
import type { EmailOtpTexts } from "../../email-otp/texts.ts";
import type { MagicLinkTexts } from "../../magic-link/texts.ts";
import type { MultiSessionTexts } from "../../multi-session/texts.ts";
import type { PasskeySignInTexts } from "../../passkey/sign-in-texts.ts";
import type { PhoneSignInTexts } from "../../phone-number/sign-in-texts.ts";
import { twoFactor } from "./two-factor.ts";

/** The Arabic texts of codes by email. */
export const emailOtp: EmailOtpTexts = {
  signIn: "إرسال رمز عبر البريد الإلكتروني",
  signUp: "إنشاء حساب برمز عبر البريد الإلكتروني",
  title: "تفقّد بريدك الإلكتروني",
  text: "أدخل الرمز الذي أرسلناه إلى هذا البريد الإلكتروني.",
  change: "استخدام بريد إلكتروني آخر",
  errors: {
    INVALID_OTP: "هذا الرمز غير صحيح. أعد المحاولة.",
    OTP_EXPIRED: "انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.",
    TOO_MANY_ATTEMPTS: "رموز غير صحيحة كثيرة جدًا. اطلب رمزًا جديدًا.",
    INVALID_OTP_TYPE: "لا يمكن استخدام هذا الرمز هنا.",
    EMAIL_ALREADY_IN_USE: "هذا البريد الإلكتروني مستخدَم بالفعل. جرّب بريدًا آخر.",
  },
};

/** The Arabic texts of sign-in links. */
export const magicLink: MagicLinkTexts = {
  signIn: "إرسال رابط تسجيل الدخول عبر البريد الإلكتروني",
  signUp: "إنشاء حساب برابط عبر البريد الإلكتروني",
  sentTitle: "تفقّد بريدك الإلكتروني",
  sentText: "افتح الرابط في هذا المتصفح للمتابعة. أرسلناه إلى هذا البريد الإلكتروني.",
  change: "استخدام بريد إلكتروني آخر",
  confirm: {
    title: "هل تريد متابعة تسجيل الدخول؟",
    text: "تابع فقط إذا كنت قد طلبت هذا الرابط. سيتم تسجيل دخولك إلى هذا الحساب.",
    otherAccount: "لقد سجّلت الدخول باسم {email}. يسجّل هذا الرابط دخولك إلى حساب آخر.",
    submit: "تسجيل الدخول",
    invalidTitle: "لم يعد هذا الرابط صالحًا",
    invalidText: "انتهت صلاحيته، أو سبق استخدامه، أو يجب فتحه في المتصفح الذي طلبته منه. اطلب رابطًا جديدًا للمتابعة.",
    again: "طلب رابط جديد",
  },
  errors: {
    new_user_signup_disabled: "ليس لديك حساب بعد، وإنشاء الحسابات غير متاح حاليًا.",
    failed_to_create_user: "تعذر إنشاء حسابك. أعد المحاولة بعد قليل.",
    failed_to_create_session: "حدث خطأ. أعد المحاولة بعد قليل.",
  },
};

/** The Arabic texts of signing in with a passkey. */
export const passkeySignIn: PasskeySignInTexts = {
  signIn: { button: "تسجيل الدخول بمفتاح مرور" },
  signUp: {
    button: "إنشاء حساب بمفتاح مرور",
    text: "استخدم بصمتك أو وجهك أو قفل الشاشة بدلًا من كلمة المرور.",
    submit: "إنشاء حساب",
  },
  backupCodes: twoFactor.backupCodes,
  recovery: {
    button: "استخدام رمز احتياطي",
    title: "استخدام رمز احتياطي",
    text: "هل فقدت مفتاح المرور؟ أدخل أحد رموزك الاحتياطية لإنشاء مفتاح جديد. سيتم تسجيل خروجك من كل مكان آخر.",
    code: "الرمز الاحتياطي",
    submit: "إنشاء مفتاح مرور جديد",
  },
  nudge: {
    title: "سجّل الدخول أسرع في المرة القادمة",
    text: "أضف مفتاح مرور لتسجيل الدخول ببصمتك أو وجهك أو قفل الشاشة.",
    add: "إضافة مفتاح مرور",
    later: "ليس الآن",
  },
  secondFactor: {
    choose: "استخدام مفتاح مرور",
    text: "أكّد هويتك بمفتاح المرور.",
    submit: "المتابعة بمفتاح المرور",
  },
};

/** The Arabic texts of signing in with a phone number. */
export const phoneSignIn: PhoneSignInTexts = {
  signIn: {
    button: "تسجيل الدخول برقم هاتفك",
    signUpButton: "إنشاء حساب برقم هاتفك",
    title: "أدخل رقم هاتفك",
    text: "سنرسل إليك رمزًا في رسالة نصية. قد تُفرض رسوم على الرسائل.",
    country: "البلد",
    number: "رقم الهاتف",
    submit: "إرسال رمز في رسالة نصية",
    codeTitle: "تفقّد هاتفك",
    codeText: "أدخل الرمز الذي أرسلناه إلى هذا الرقم.",
    change: "استخدام رقم آخر",
  },
};

/** The Arabic texts of guests. */
export const anonymous: AnonymousTexts = {
  signIn: "المتابعة كضيف",
  banner: {
    label: "حساب ضيف",
    text: "أنت تستخدم حساب ضيف. أنشئ حسابًا للاحتفاظ ببياناتك.",
    signUp: "إنشاء حساب",
    signIn: "تسجيل الدخول",
  },
  signOut: {
    title: "هل تريد تسجيل الخروج من حساب الضيف؟",
    text: "ستفقد الوصول إلى بياناتك، لأنه لا يمكن لأحد تسجيل الدخول إلى حساب ضيف مرة أخرى. أنشئ حسابًا للاحتفاظ بها.",
    confirm: "تسجيل الخروج",
  },
  errors: {
    ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: "أنت تستخدم حساب ضيف بالفعل.",
    INVALID_EMAIL_FORMAT: "تعذر إنشاء حساب ضيف. تواصل مع الدعم.",
    DELETE_ANONYMOUS_USER_DISABLED: "لا يمكن حذف حسابات الضيوف هنا.",
    USER_IS_NOT_ANONYMOUS: "حسابك ليس حساب ضيف.",
  },
};

/** The Arabic texts of several accounts in one browser. */
export const multiSession: MultiSessionTexts = {
  others: "حسابات أخرى",
  add: "إضافة حساب",
  signOutAll: "تسجيل الخروج من جميع الحسابات",
  switched: "لقد سجّلت الدخول الآن باسم {name}.",
  choose: "اختر حسابًا",
  signOutOf: "تسجيل الخروج من {name}",
  errors: {
    INVALID_SESSION_TOKEN: "تم تسجيل الخروج من هذا الحساب. سجّل الدخول إليه مجددًا.",
  },
};
