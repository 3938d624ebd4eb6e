/** Catches text messages instead of sending them, for the console and for tests. */

/** A caught text message. */
export interface CaughtText {
  /** A number that increases with every text, as a string. */
  readonly id: string;
  /** In E.164 form. */
  readonly phoneNumber: string;
  readonly code: string;
  /** When the text was caught. */
  readonly date: Date;
}

/** A text that an app sends. `@latchkey/phone-number` also passes the country. */
export interface OutgoingText {
  readonly phoneNumber: string;
  readonly code: string;
}

/** Stores caught text messages. */
export interface TextCatcher {
  /** Catches a text. Pass it to `phoneNumber({ sendOTP: texts.send })`. */
  readonly send: (text: OutgoingText) => void;
  /** Newest first. */
  list(): readonly CaughtText[];
  clear(): void;
}

const maxTexts = 200;

/** Creates a catcher that keeps the last 200 texts in memory. */
export function createTextCatcher(): TextCatcher {
  let texts: readonly CaughtText[] = [];
  let count = 0;
  return {
    send({ phoneNumber, code }) {
      count++;
      const caught: CaughtText = { id: String(count), phoneNumber, code, date: new Date() };
      texts = [caught, ...texts].slice(0, maxTexts);
    },
    list: () => texts,
    clear() {
      texts = [];
    },
  };
}
