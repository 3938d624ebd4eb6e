/** A site with every passwordless sign-in method, and its users' actions. */

import { anonymous } from "@latchkey/anonymous";
import { anonymousClient } from "@latchkey/anonymous/client";
import type { AuthOptions } from "@latchkey/core";
import { emailOTP } from "@latchkey/email-otp";
import { emailOTPClient } from "@latchkey/email-otp/client";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { magicLink } from "@latchkey/magic-link";
import { magicLinkClient } from "@latchkey/magic-link/client";
import { multiSession } from "@latchkey/multi-session";
import { multiSessionClient } from "@latchkey/multi-session/client";
import { type PhoneText, phoneNumber } from "@latchkey/phone-number";
import { phoneNumberClient } from "@latchkey/phone-number/client";
import { createMailbox } from "@latchkey/test-kit";
import { screen } from "@testing-library/react";
import { anonymousUi } from "../src/anonymous/plugin.ts";
import { emailOtpUi } from "../src/email-otp/plugin.ts";
import { magicLinkUi } from "../src/magic-link/plugin.tsx";
import { multiSessionUi } from "../src/multi-session/plugin.ts";
import { phoneNumberUi } from "../src/phone-number/plugin.tsx";
import { startSite } from "./site.tsx";

export const plugins = [emailOtpUi(), magicLinkUi(), phoneNumberUi(), anonymousUi(), multiSessionUi()];

const addressOf = ({ email }: Readonly<Record<string, unknown>>): string => String(email);

/** Starts the site. `auth` replaces options, such as `emailAndPassword`. */
export async function startPasswordlessSite(auth: Partial<AuthOptions> = {}) {
  const box = createMailbox();
  const texts: PhoneText[] = [];
  const server = [
    emailOTP({ sendVerificationOTP: box.sender("code", addressOf) }),
    magicLink({ sendMagicLink: box.sender("link", addressOf) }),
    phoneNumber({ sendOTP: (text) => void texts.push(text), countries: ["DE", "US"], signUpOnVerification: {} }),
    anonymous(),
    multiSession(),
    lastLoginMethod(),
  ];
  const clients = [emailOTPClient(), magicLinkClient(), phoneNumberClient(), anonymousClient(), multiSessionClient()];
  const site = await startSite({ plugins: server, ...auth }, clients);
  return {
    ...site,
    texts,
    sentCode: async (to: string) => String((await box.next("code", to)).mail.otp),
    sentLink: async (to: string) => box.next("link", to),
  };
}

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
export const press = (name: string): HTMLElement => screen.getByRole("button", { name });
