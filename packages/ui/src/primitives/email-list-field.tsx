/** A field for several emails, each shown as a chip. */

import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useId, useRef, useState } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { Email } from "./email.tsx";
import { FieldNote, noteId } from "./field.tsx";
import { Icon } from "./icons.tsx";

/** Props for `EmailListField`. */
export interface EmailListFieldProps {
  readonly label: string;
  readonly emails: readonly string[];
  /** Maximum number of emails. Default: 50. */
  readonly max?: number;
  /** Why emails were rejected, by email. They're marked in the list. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly error?: string | null | undefined;
  onChange(emails: readonly string[]): void;
}

/** Comma, semicolon, space, Enter, pasting, and leaving the field add emails. Backspace removes the last one. */
export function EmailListField(props: EmailListFieldProps): ReactElement {
  const { label, emails, max = 50, errors = {}, error, onChange } = props;
  const { texts } = useAuthUi();
  const slot = useSlots();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isFull, setFull] = useState(false);
  const isInvalid = (email: string): boolean => !isEmail(email) || errors[email] !== undefined;
  const add = (text: string): void => {
    const all = [...new Set([...emails, ...splitEmails(text)])];
    setFull(all.length > max);
    setTyped("");
    if (all.length > emails.length) onChange(all.slice(0, max));
  };
  const remove = (email: string): void => {
    setFull(false);
    onChange(emails.filter((other) => other !== email));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const last = emails.at(-1);
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Backspace" && typed === "" && last !== undefined) {
      remove(last);
      return;
    }
    const isSeparator = [",", ";", " "].includes(event.key) || (event.key === "Enter" && typed.trim() !== "");
    if (!isSeparator) return;
    event.preventDefault();
    add(typed);
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData("text");
    if (!/[\s,;]/.test(text.trim())) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };
  const failed = emails.filter((email) => errors[email]);
  const reasons = failed.map((email) => (
    <span key={email} className="lk-block">
      <Email value={email} />: {errors[email]}
    </span>
  ));
  const invalid = failed.length > 0 ? reasons : emails.some(isInvalid) ? texts.emailListInvalid : null;
  const note = error ?? invalid ?? (isFull ? fill(texts.emailListFull, { max: String(max) }) : null);
  return (
    <div {...slot("field", "lk-field")}>
      <div className="lk-label-line">
        <label {...slot("label", "lk-label")} htmlFor={id}>
          {label}
        </label>
        <bdi className="lk-note lk-number">
          {fill(texts.emailListCount, { count: String(emails.length), max: String(max) })}
        </bdi>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicking next to the input focuses it, as in a plain field */}
      <div
        {...slot("input", "lk-chips-field")}
        data-invalid={note ? "" : undefined}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <ul>
          {emails.map((email) => (
            <li key={email} data-invalid={isInvalid(email) ? "" : undefined}>
              {isInvalid(email) ? (
                <span role="img" aria-label={errors[email] ?? texts.emailListMark}>
                  <Icon name="circle-alert" size={14} />
                </span>
              ) : null}
              <bdi className="lk-truncate">{email}</bdi>
              <button type="button" aria-label={fill(texts.removeItem, { name: email })} onClick={() => remove(email)}>
                <Icon name="x" size={14} />
              </button>
            </li>
          ))}
        </ul>
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          aria-invalid={note ? true : undefined}
          aria-describedby={noteId(id)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => (typed.trim() === "" ? undefined : add(typed))}
        />
      </div>
      <FieldNote inputId={id} hint={texts.emailListHint} error={note} />
    </div>
  );
}

/** Returns the emails in pasted text. For `Ann <ann@example.com>`, returns the email in the brackets. */
export function splitEmails(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>\s@]+@[^<>\s]+)>/g)].map(([, email]) => email as string);
  const parts = bracketed.length > 0 ? bracketed : text.split(/[\s,;]+/);
  return parts.map((part) => part.trim().toLowerCase()).filter(Boolean);
}

/** Only rejects text that can't be an email. The server checks the rest. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text) && text.length <= 254;
}
