/** The Arabic texts of errors at a provider, by callback code. */

import type { SocialTexts } from "../../texts/social.ts";

const notSetUp = "تسجيل الدخول عبر مقدم الخدمة هذا غير مُعَد بشكل صحيح. تواصل مع الدعم.";

/** The Arabic texts of errors at a provider, by callback code. */
export const providerErrors: SocialTexts["social"]["errors"] = {
  unknown: "تعذر تسجيل دخولك عبر مقدم الخدمة هذا. أعد المحاولة أو استخدم طريقة أخرى لتسجيل الدخول.",
  invalid_callback_request: "أرسل مقدم الخدمة ردًا غير صالح. ابدأ من جديد.",
  state_not_found: "تعذر التحقق من محاولة تسجيل الدخول هذه. ابدأ من جديد.",
  please_restart_the_process:
    "انتهت صلاحية محاولة تسجيل الدخول هذه، أو سبق استخدامها، أو بدأت في متصفح آخر. ابدأ من جديد.",
  no_code: "لم يُكمل مقدم الخدمة تسجيل الدخول. أعد المحاولة.",
  no_callback_url: "تعذرت إعادتك إلى حيث بدأت. ابدأ من جديد.",
  oauth_provider_not_found: "طريقة تسجيل الدخول هذه غير متاحة.",
  invalid_code: "تعذر على مقدم الخدمة تأكيد هويتك. أعد المحاولة.",
  issuer_missing: "تعذر التحقق من رد مقدم الخدمة. أعد المحاولة.",
  issuer_mismatch: "جاء الرد من مقدم خدمة غير الذي اخترته. ابدأ من جديد.",
  unable_to_get_user_info: "تعذر الحصول على ملفك الشخصي من مقدم الخدمة. أعد المحاولة بعد قليل.",
  email_not_found: "لم يشاركنا مقدم الخدمة بريدك الإلكتروني. اسمح بالوصول إليه، أو استخدم طريقة أخرى لتسجيل الدخول.",
  email_required: "لم يشاركنا مقدم الخدمة بريدك الإلكتروني، ونحتاج إليه لتسجيل دخولك. ابدأ من جديد وأدخله.",
  email_not_verified: "أكّد بريدك الإلكتروني أولًا. افتح الرابط الذي أرسلناه إليك، ثم سجّل الدخول مجددًا.",
  email_does_not_match: "يستخدم هذا الحساب بريدًا إلكترونيًا مختلفًا، لذا لا يمكن ربطه بحسابك.",
  account_already_linked_to_different_user: "هذا الحساب مرتبط بمستخدم آخر بالفعل. ألغِ ربطه هناك أولًا.",
  unable_to_link_account: "تعذر ربط هذا الحساب. أعد المحاولة.",
  session_not_fresh: "أكّد هويتك، ثم اربط الحساب مجددًا.",
  account_not_linked:
    "يوجد حساب بهذا البريد الإلكتروني بالفعل. سجّل الدخول بطريقتك المعتادة، ثم اربط مقدم الخدمة هذا من إعدادات الحساب.",
  signup_disabled: "ليس لديك حساب بعد، ولا يمكنك إنشاء حساب عبر مقدم الخدمة هذا.",
  unable_to_create_user: "تعذر إنشاء حسابك. أعد المحاولة أو استخدم طريقة أخرى لتسجيل الدخول.",
  unable_to_create_session: "تعذر تسجيل دخولك. أعد المحاولة بعد قليل.",
  internal_server_error: "حدث خطأ لدينا. أعد المحاولة بعد قليل.",
  access_denied: "ألغيت تسجيل الدخول، أو رفضه مقدم الخدمة. لم يتغير شيء.",
  login_required: "سجّل الدخول لدى مقدم الخدمة أولًا، ثم أعد المحاولة.",
  interaction_required: "يحتاج مقدم الخدمة إلى معلومات إضافية منك. أعد المحاولة.",
  account_selection_required: "اختر حسابًا لدى مقدم الخدمة، ثم أعد المحاولة.",
  consent_required: "يحتاج مقدم الخدمة إلى موافقتك أولًا. أعد المحاولة.",
  server_error: "حدث خطأ لدى مقدم الخدمة. أعد المحاولة بعد قليل.",
  temporarily_unavailable: "مقدم الخدمة غير متاح مؤقتًا. أعد المحاولة بعد قليل.",
  invalid_request: notSetUp,
  invalid_scope: notSetUp,
  unauthorized_client: notSetUp,
  unsupported_response_type: notSetUp,
};
