/** Counts the emails and texts that arrived since the dev console was last opened. */

import { useCallback, useEffect, useState } from "react";
import type { MailCount } from "../../server/demo.ts";

const key = "newest-read-mail-time";
/** Time between two counts, in milliseconds. */
const interval = 10_000;

export interface UnreadMail {
  readonly count: number;
  markRead(): void;
}

export function useUnreadMail(): UnreadMail {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isGone = false;
    const update = async (): Promise<void> => {
      if (document.hidden) return;
      const unread = await countUnread().catch(() => 0);
      if (!isGone) setCount(unread);
    };
    void update();
    const timer = setInterval(() => void update(), interval);
    document.addEventListener("visibilitychange", update);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  const markRead = useCallback((): void => {
    setCount(0);
    void countMail(0).then(({ newest }) => localStorage.setItem(key, String(newest)));
  }, []);
  return { count, markRead };
}

async function countUnread(): Promise<number> {
  return (await countMail(Number(localStorage.getItem(key) ?? 0))).unread;
}

async function countMail(after: number): Promise<MailCount> {
  const response = await fetch(`/api/demo/mail?after=${after}`);
  return response.json();
}
