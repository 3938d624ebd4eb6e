/** Combines the states of all sign-in pages. */

import type { Gallery } from "../state.ts";
import { emailVerification } from "./email-verification.tsx";
import { passwordRecovery } from "./password-recovery.tsx";
import { sessionPages } from "./session-pages.tsx";
import { signInGallery } from "./sign-in.tsx";
import { signUpGallery } from "./sign-up.tsx";

export const authentication: Gallery = {
  ...sessionPages,
  ...signInGallery,
  ...signUpGallery,
  ...passwordRecovery,
  ...emailVerification,
};
