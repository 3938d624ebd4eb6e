/** The Arabic texts of phone numbers. */

import type { PhoneNumberTexts } from "../../phone-number/texts.ts";
import { phoneSignIn } from "./passwordless.ts";

/** Texts for `phoneNumberUi`. */
export const phoneNumber: PhoneNumberTexts = {
  ...phoneSignIn,
  label: "رقم الهاتف",
  settings: {
    none: "غير محدد",
    add: "إضافة",
    change: "تغيير",
    remove: "إزالة",
    addTitle: "إضافة رقم هاتف",
    addText: "سنرسل إليك رمزًا في رسالة نصية لتأكيد الرقم. بعد ذلك يمكنك تسجيل الدخول به.",
    hint: "مع رمز البلد، مثل ‎+966 51 234 5678.",
    hintWithCountry: "ابدأ بعلامة + ورمز البلد إذا كان الرقم من بلد آخر.",
    send: "إرسال رمز في رسالة نصية",
    codeTitle: "أدخل الرمز",
    codeText: "أرسلنا رمزًا إلى {phoneNumber}.",
    code: "رمز التحقق",
    codeHint: "عدد الأرقام: {digits}",
    verify: "تأكيد الرقم",
    sendAgain: "إعادة الإرسال",
    sendAgainIn: "إعادة الإرسال بعد {seconds} ث",
    sent: "تم إرسال الرمز.",
    back: "رجوع",
    saved: "تم حفظ رقم الهاتف.",
    removeTitle: "هل تريد إزالة {phoneNumber}؟",
    removeText: "لن تتمكن من تسجيل الدخول بهذا الرقم.",
    removed: "تمت إزالة رقم الهاتف.",
    last: "هذه طريقة تسجيل الدخول الوحيدة لديك. أضف طريقة أخرى قبل إزالتها.",
  },
  errors: {
    INVALID_PHONE_NUMBER: "تحقق من الرقم. يجب أن يكون رقم هاتف محمول، وبعض البلدان غير مدعومة.",
    PHONE_NUMBER_EXIST: "يستخدم حساب آخر هذا الرقم.",
    PHONE_NUMBER_CANNOT_BE_UPDATED: "يجب تأكيد الرقم برمز.",
    INVALID_PHONE_NUMBER_OR_PASSWORD: "رقم الهاتف أو كلمة المرور غير صحيحة. أعد المحاولة.",
    INVALID_OTP: "هذا الرمز غير صحيح. أعد المحاولة.",
    OTP_NOT_FOUND: "لم يعد هذا الرمز صالحًا. اطلب رمزًا جديدًا.",
    OTP_EXPIRED: "انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.",
    TOO_MANY_ATTEMPTS: "رموز غير صحيحة كثيرة جدًا. اطلب رمزًا جديدًا.",
    SEND_OTP_NOT_IMPLEMENTED: "الرسائل النصية غير متاحة.",
    VERIFIED_EMAIL_REQUIRED: "سجّل الدخول ببريدك الإلكتروني مرة واحدة على هذا الجهاز. بعد ذلك يمكنك استخدام رقم هاتفك.",
    UNEXPECTED_ERROR: "تعذرت إعادة تعيين كلمة المرور. أعد المحاولة.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "لا يمكنك إزالة طريقة تسجيل الدخول الوحيدة لديك. أضف طريقة أخرى أولًا.",
    FAILED_TO_CREATE_USER: "تعذر إنشاء حسابك. أعد المحاولة.",
  },
};
