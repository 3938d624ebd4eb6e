/** Settings as rows with an Edit button. Only one row on a screen is open at a time. */

import {
  type Context,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSlots } from "../provider/appearance.tsx";
import type { CallPaths } from "../provider/call-paths.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill, type Texts } from "../texts/texts.ts";
import { ErrorAlert, type ErrorAlertProps } from "./alert.tsx";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { useFocusEffect } from "./use-focus-effect.ts";
import { type SubmitResult, useForm } from "./use-form.ts";

/** Editing in place, for a single field without a confirmation. */
export interface InlineEdit {
  /** The input. Receives the errors by input name. */
  fields(errors: Readonly<Record<string, string>>): ReactNode;
  /** Sends the form's values. The row closes if it succeeds. */
  save(values: FormData): Promise<SubmitResult>;
  /** Maps error codes to input names. */
  readonly fieldByErrorCode?: Readonly<Record<string, string>>;
}

/** What a row passes to its dialog. */
export interface RowDialogProps {
  readonly open: boolean;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Props for `Row`. */
export interface RowProps {
  readonly label: string;
  /** Shown before the label, such as a provider's logo. */
  readonly icon?: ReactNode;
  /** The current value. Wrap names and emails in `<bdi>`. */
  readonly value: ReactNode;
  /** A line below the value. */
  readonly hint?: ReactNode;
  /** Buttons below the hint that act on what it says. */
  readonly hintActions?: ReactNode;
  /** Why the last change of this row failed. */
  readonly error?: ErrorAlertProps["error"];
  /** Buttons before Edit, or instead of it. */
  readonly actions?: ReactNode;
  /** Path of the call that Edit leads to. If the server turned it off, the row has no Edit button. */
  readonly path?: CallPaths | undefined;
  /** Id of the text that says why the row can't be edited now. If set, the button is disabled. */
  readonly blockedBy?: string | undefined;
  /** Text of the button. Default: "Edit". */
  readonly edit?: string;
  /** Whether the button leads to something that can't be undone. If so, it has red text. */
  readonly destructive?: boolean;
  /** Set to the edit button, for actions that disappear and then move focus there. */
  readonly editRef?: RefObject<HTMLButtonElement | null>;
  readonly inline?: InlineEdit;
  /** Renders the dialog that the button opens, for several fields or steps. */
  readonly dialog?: (props: RowDialogProps) => ReactNode;
}

interface OpenRow {
  readonly id: string | null;
  setId(id: string | null): void;
}

const OpenRowContext: Context<OpenRow | null> = createContext<OpenRow | null>(null);

/** Wrap it around all rows on a screen, so that opening one row closes the others. */
export function RowGroup({ children }: { readonly children: ReactNode }): ReactElement {
  const [id, setId] = useState<string | null>(null);
  const value = useMemo(() => ({ id, setId }), [id]);
  return <OpenRowContext.Provider value={value}>{children}</OpenRowContext.Provider>;
}

/** A bordered group of rows. */
export function Rows({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className="lk-rows">{children}</div>;
}

/** A setting: its name, its value, and a button to change it. */
export function Row(props: RowProps): ReactElement {
  const { label, icon, value, hint, error, actions, inline, dialog } = props;
  const { texts } = useAuthUi();
  const slot = useSlots();
  const localState = useState<string | null>(null);
  const group = useContext(OpenRowContext);
  const id = useId();
  const ownButton = useRef<HTMLButtonElement>(null);
  const button = props.editRef ?? ownButton;
  const [openId, setOpenId] = group ? [group.id, group.setId] : localState;
  const [isSaved, setSaved] = useState(false);
  const isOpen = openId === id;
  // An open dialog stays, even if its call just changed what the row offers. It still has to say what happened.
  const latestDialog = useRef(dialog);
  if (dialog || !isOpen) latestDialog.current = dialog;
  const isEditing = isOpen && inline !== undefined;
  const hasClosed = useRef(false);
  const close = (saved = false): void => {
    hasClosed.current = inline !== undefined;
    setOpenId(null);
    setSaved(saved);
  };
  // The button is back only after this render.
  useFocusEffect(() => {
    if (isEditing || !hasClosed.current) return;
    hasClosed.current = false;
    button.current?.focus();
  }, [isEditing, button]);
  const open = (): void => {
    setSaved(false);
    setOpenId(id);
  };
  return (
    <div {...slot("row", "lk-row", isEditing && "lk-row-open")}>
      <div {...slot("rowLabel", "lk-row-label", icon ? "lk-row-label-icon" : null)}>
        {icon}
        {icon ? <span>{label}</span> : label}
      </div>
      <div {...slot("rowValue", "lk-row-value")}>
        {isEditing ? (
          <InlineForm inline={inline} onClose={close} />
        ) : (
          <>
            {value}
            {hint ? <p className="lk-note">{hint}</p> : null}
            {props.hintActions ? <div className="lk-row-note-actions">{props.hintActions}</div> : null}
          </>
        )}
      </div>
      {isEditing ? null : (
        <div {...slot("rowActions", "lk-row-actions")}>
          {actions}
          {inline || dialog ? (
            <Button
              ref={button}
              path={props.path}
              variant={props.destructive ? "destructive" : "secondary"}
              size="small"
              blocked={props.blockedBy !== undefined}
              aria-label={nameOfAction(texts, props.edit, label)}
              aria-describedby={props.blockedBy}
              onClick={open}
            >
              {props.edit ?? texts.edit}
            </Button>
          ) : null}
        </div>
      )}
      {error ? (
        <div className="lk-row-detail">
          <ErrorAlert error={error} />
        </div>
      ) : null}
      {isSaved ? (
        <span className="lk-hidden" role="status">
          {texts.saved}
        </span>
      ) : null}
      {latestDialog.current?.({ open: isOpen, onClose: () => close(), returnFocusTo: button })}
    </div>
  );
}

/** The accessible name of a row's button. An action that's also the row's label appears only once. */
function nameOfAction({ editField, fieldAction }: Texts, action: string | undefined, name: string): string {
  if (action === undefined) return fill(editField, { name });
  return action === name ? action : fill(fieldAction, { action, name });
}

interface InlineFormProps {
  readonly inline: InlineEdit;
  onClose(saved?: boolean): void;
}

function InlineForm({ inline, onClose }: InlineFormProps): ReactElement {
  const { texts } = useAuthUi();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm(async (values) => {
    const result = await inline.save(values);
    if (!result.error) onClose(true);
    return result;
  }, inline.fieldByErrorCode);
  useFocusEffect(() => {
    const input = element.current?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === "text") input.select();
  }, []);
  const cancel = (event: KeyboardEvent): void => {
    // While the user composes Japanese or Chinese text, Escape belongs to the input method.
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      ref={element}
      className={classNames("lk-form", "lk-row-form")}
      onSubmit={form.onSubmit}
      onKeyDown={cancel}
      noValidate
    >
      <ErrorAlert error={form.problem} />
      {inline.fields(form.fieldErrors)}
      <div className="lk-actions">
        <Button type="submit" size="small" busy={form.busy}>
          {texts.save}
        </Button>
        <Button variant="ghost" size="small" onClick={() => onClose()}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
