/** Public exports of the second app. */

export { type RunningSecondApp, type SecondAppOptions, startSecondApp } from "./server.ts";
