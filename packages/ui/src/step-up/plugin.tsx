/** The UI plugin for step-up authentication. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { NotMe } from "./not-me.tsx";
import { RecognizedDevice } from "./recognized-device.tsx";
import { RecoveryNotice } from "./recovery-notice.tsx";
import { type StepUpTexts, stepUpEn } from "./texts.ts";
import type { StepUpUi } from "./ui.ts";

/** Options for `stepUpUi`. */
export interface StepUpUiOptions {
  /** Path of the page with `NotMe`, which is `notMeURL` of the server's `stepUp()`. Default: `/not-me`. */
  readonly notMePath?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<StepUpTexts>;
}

/**
 * Marks recognized devices among the active sessions, and adds two things: a notice on the account page after a
 * recovery, and the page that new sign-in emails link to. For apps whose server has `stepUp()` from
 * `@latchkey/step-up`.
 */
export function stepUpUi(options: StepUpUiOptions = {}): StepUpUi {
  return createStepUpUi(options, stepUpEn);
}

function createStepUpUi(options: StepUpUiOptions, language: StepUpTexts): StepUpUi {
  const { notMePath = "/not-me" } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "step-up",
    localize: (other) => createStepUpUi(options, other as StepUpTexts),
    isAvailable: ({ plugins }) => plugins["step-up"] !== undefined,
    texts,
    errors: texts.errors,
    account: { SecurityNotices: RecoveryNotice, SessionMark: RecognizedDevice },
    authPages: [{ path: notMePath, Page: NotMe }],
  };
}
