/** A sample email of each kind. */

import type { MailKind, MailKinds, MailUser } from "../src/data.ts";

export const ann: MailUser = { id: "u1", name: "Ann Lee", email: "ann@example.com" };

const token = "t0k3n";
const link = (path: string): string => `https://acme.test/api/auth/${path}?token=${token}&callbackURL=%2F`;

export const samples: MailKinds = {
  verification: { user: ann, url: link("verify-email"), token },
  resetPassword: { user: ann, url: link("reset-password"), token },
  passwordChanged: { user: ann },
  existingAccount: { user: ann },
  changeEmail: { user: ann, newEmail: "new@example.com", url: link("change-email"), token },
  emailChanged: {
    user: { ...ann, email: "new@example.com" },
    oldEmail: "ann@example.com",
    newEmail: "new@example.com",
    url: link("undo"),
    token,
  },
  deleteAccount: { user: ann, url: link("delete-user/callback"), token },
  invitation: {
    email: "guest@example.com",
    organizationName: "Globex",
    inviterName: "Ann Lee",
    url: link("invitation"),
  },
  securityNotice: { user: ann, change: "account-linked", provider: "github" },
  newSignIn: {
    user: ann,
    at: new Date("2030-01-01T12:00:00Z"),
    label: "Firefox on Linux",
    ipAddress: "203.0.113.7",
    url: link("devices/not-me"),
    token,
  },
  webhookDisabled: { user: ann, url: "https://hooks.globex.example/in", reason: "failing" },
  magicLink: {
    email: "ann@example.com",
    url: link("magic-link/verify"),
    deviceLabel: "Firefox on Linux",
    expiresInMinutes: 5,
  },
  emailCode: { email: "ann@example.com", otp: "482913", type: "sign-in", expiresInMinutes: 5 },
  oneTimeCode: { user: ann, code: "482913", expiresInMinutes: 5 },
};

export const everyKind: readonly MailKind[] = Object.keys(samples) as MailKind[];
