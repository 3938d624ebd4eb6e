/** The widget of the local CAPTCHA service, which solves itself, as Turnstile does for most people. */

import { Icon } from "@latchkey/ui";
import type { CaptchaProps } from "@latchkey/ui/captcha";
import { type ReactElement, useEffect, useState } from "react";
import type { SolvedChallenge } from "../server/challenge.ts";
import { useDemo } from "./demo/facts.tsx";

const texts = {
  checking: "Checking that you're human…",
  solved: "Verified as human",
  failed: "Couldn't reach the local CAPTCHA. Reload the page.",
} as const;

export function Challenge({ onSolved }: CaptchaProps): ReactElement {
  const url = useDemo()?.challenge;
  const [state, setState] = useState<keyof typeof texts>("checking");
  useEffect(() => {
    if (!url) return setState("failed");
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const solve = async (): Promise<void> => {
      const solved = await fetchSolved(url).catch(() => null);
      if (isGone) return;
      onSolved(solved?.response ?? "");
      setState(solved ? "solved" : "failed");
      // Replaces the response before it expires, for people who take their time.
      if (solved) timer = setTimeout(() => void solve(), (solved.expiresIn * 1000) / 2);
    };
    void solve();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [url, onSolved]);
  return (
    <div className="challenge" role="status">
      {state === "solved" ? <Icon name="check" /> : null}
      <span>{texts[state]}</span>
      <span className="challenge-service">Local CAPTCHA</span>
    </div>
  );
}

async function fetchSolved(url: string): Promise<SolvedChallenge> {
  const response = await fetch(`${url}/challenge`, { method: "POST" });
  if (!response.ok) throw new Error(`The CAPTCHA service responded with ${response.status}.`);
  return response.json();
}
