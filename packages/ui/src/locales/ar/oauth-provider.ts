/** The Arabic texts of the OAuth provider. */

import type { OAuthProviderTexts } from "../../oauth-provider/texts.ts";

/** Texts for `oauthProviderUi`. */
export const oauthProvider: OAuthProviderTexts = {
  unnamed: "تطبيق بلا اسم",
  title: "هل تريد السماح بوصول {app}؟",
  text: "يريد {app} استخدام حسابك في {site}.",
  unverified: "تطبيق غير موثَّق",
  unverifiedText: "يمكن لأي شخص تسجيل تطبيق بأي اسم. لا تتابع إلا إذا كنت من بدأ هذا وتثق في {host}.",
  signedInAs: "تم تسجيل الدخول باسم",
  otherAccount: "ألست أنت؟",
  can: "سيتمكن {app} من:",
  cannot: "لن يتمكن {app} من:",
  limits: {
    password: "رؤية كلمة مرورك",
    account: "تغيير طرق تسجيل دخولك أو حذف حسابك",
  },
  scopes: {
    openid: "التأكد من هويتك",
    profile: "رؤية اسمك وصورتك",
    email: "رؤية بريدك الإلكتروني",
    offline_access: "الاحتفاظ بهذا الوصول حتى عندما لا تستخدمه",
    organization: "رؤية المؤسسة التي تختارها ودورك فيها",
  },
  returnTo: "ستنتقل بعد ذلك إلى {hosts}.",
  returnToDevice: "ستنتقل بعد ذلك إلى تطبيق على هذا الجهاز.",
  privacy: "سياسة الخصوصية",
  terms: "شروط الخدمة",
  allow: "السماح",
  endedTitle: "لم يعد هذا الطلب صالحًا",
  endedText: "انتهت صلاحيته أو تم الرد عليه بالفعل. ارجع إلى التطبيق وابدأ من جديد.",
  toAccount: "الانتقال إلى حسابك",
  chooseTitle: "اختر حسابًا",
  chooseText: "ستتابع به إلى {app}.",
  chooseOther: "استخدام حساب آخر",
  errorTitle: "تعذر توصيل التطبيق",
  errorAdvice: "ارجع إلى التطبيق وحاول مرة أخرى. إذا لم ينجح ذلك، فتواصل مع مطوّره.",
  requestErrors: {
    unknown: "أرسل التطبيق طلبًا لا يمكن الرد عليه.",
    invalid_client: "التطبيق غير مسجل هنا، أو تم إيقاف وصوله.",
    invalid_request: "الطلب ناقص أو انتهت صلاحيته أو يؤدي إلى صفحة لم يسجلها التطبيق.",
    invalid_request_uri: "انتهت صلاحية طلب التطبيق أو استُخدم من قبل.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "لم يعد هذا الطلب صالحًا. ارجع إلى التطبيق وابدأ من جديد.",
    INVALID_SCOPE: "لم يطلب التطبيق أحد هذه الأذونات.",
    OAUTH_CLIENT_NOT_FOUND: "لم يعد هذا التطبيق موجودًا.",
  },
};
