import { expect, test } from "vitest";
import { en } from "./en.ts";
import { errorText } from "./texts.ts";

const codes = `
  INVALID_TOKEN TOKEN_EXPIRED USER_NOT_FOUND INVALID_USER EMAIL_MISMATCH EMAIL_ALREADY_VERIFIED
  VERIFICATION_EMAIL_NOT_ENABLED RESET_PASSWORD_DISABLED INVALID_PASSWORD CREDENTIAL_ACCOUNT_NOT_FOUND
  PASSWORD_TOO_SHORT PASSWORD_TOO_LONG PASSWORD_TOO_OBVIOUS PASSWORD_ALREADY_SET CHANGE_EMAIL_DISABLED EMAIL_IS_THE_SAME
  COULDNT_UPDATE_YOUR_EMAIL NO_FIELDS_TO_UPDATE FIELD_NOT_ALLOWED EMAIL_CAN_NOT_BE_UPDATED SESSION_EXPIRED
  FAILED_TO_UPDATE_USER FAILED_TO_GET_USER_INFO INVALID_CALLBACK_URL INVALID_REDIRECT_URL
  token_expired invalid_token user_not_found unauthorized
`;

test("every account error has a text of complete sentences, without the server's message", () => {
  for (const code of codes.trim().split(/\s+/)) {
    const said = errorText(en, { code, message: "the server's words" });
    expect(said, code).toMatch(/^[A-Z].*\.$/);
    expect(said, code).not.toContain("server's words");
  }
});
