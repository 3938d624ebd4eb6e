/** The pictures of screens that the docs show: docs/screens.md. */

/** One picture: `docs/pictures/screen-{screen}.png`. */
export interface Shown {
  readonly screen: string;
  readonly state: string;
  /** Of the window, in pixels. */
  readonly width: number;
  readonly theme: "light" | "dark";
}

const phone = 400;
const page = 720;
const desk = 1080;

const one = (screen: string, state: string, width: number, theme: Shown["theme"] = "light"): Shown => ({
  screen,
  state,
  width,
  theme,
});

export const shown: readonly Shown[] = [
  one("SignIn", "empty", phone),
  one("SignUp", "empty", phone, "dark"),
  one("ForgotPassword", "sent", phone),
  one("ResetPassword", "empty", phone, "dark"),
  one("EmailVerified", "done", phone),
  one("TwoFactorStep", "app", phone, "dark"),
  one("TwoFactorCard", "scan", page),
  one("ProfileCard", "picture", page),
  one("LinkedAccountsCard", "filled", page),
  one("SessionList", "filled", page, "dark"),
  one("UserButton", "open", phone),
  one("MembersCard", "filled", page),
  one("InvitationsCard", "filled", page),
  one("AcceptInvitation", "offer", phone),
  one("AdminUsers", "filled", desk, "dark"),
  one("AuditTrail", "filled", desk),
  one("PricingTable", "filled", 840),
  one("PlanCard", "active", page),
  one("SellerPage", "subscriptions", desk, "dark"),
];
