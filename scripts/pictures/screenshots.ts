/** The component screenshots in docs/guides/components.md. */

/** One screenshot: `docs/pictures/screen-{screen}.png`. */
export interface Screenshot {
  readonly screen: string;
  readonly state: string;
  /** Width of the window, in pixels. */
  readonly width: number;
  readonly theme: "light" | "dark";
}

const phone = 400;
const page = 720;
const column = 840;
const desktop = 1080;

const screenshot = (
  screen: string,
  state: string,
  width: number,
  theme: Screenshot["theme"] = "light",
): Screenshot => ({
  screen,
  state,
  width,
  theme,
});

export const screenshots: readonly Screenshot[] = [
  screenshot("SignIn", "empty", phone),
  screenshot("SignUp", "empty", phone, "dark"),
  screenshot("ForgotPassword", "empty", phone),
  screenshot("ResetPassword", "empty", phone, "dark"),
  screenshot("EmailVerified", "done", phone),
  screenshot("TwoFactorStep", "app", phone, "dark"),
  screenshot("TwoFactorSettings", "scan", page),
  screenshot("Account", "filled", desktop),
  screenshot("AccountProfile", "filled", page),
  screenshot("AccountSecurity", "filled", page),
  screenshot("AccountConnections", "filled", page),
  screenshot("Devices", "filled", page, "dark"),
  screenshot("UserButton", "open", phone),
  screenshot("OrganizationMembers", "filled", column),
  screenshot("OrganizationInvitations", "filled", column),
  screenshot("AcceptInvitation", "offer", phone),
  screenshot("AdminUsers", "filled", desktop, "dark"),
  screenshot("AuditLog", "filled", desktop),
  screenshot("PricingTable", "filled", column),
  screenshot("PlanSection", "active", page),
  screenshot("SellerPage", "subscriptions", desktop, "dark"),
];
