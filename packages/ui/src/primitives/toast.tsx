/** Short messages at the end of the window. They only repeat what the page also shows. */

import { Toast as RadixToast } from "radix-ui";
import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { SupportText } from "./support-text.tsx";

/** A message to show. */
export interface ToastMessage {
  /** What happened: "Invitation sent to ann@example.com." */
  readonly text: string;
  /** Default: `success`. Errors belong next to their field or in their dialog. */
  readonly tone?: "success" | "destructive";
  /** Undoes the action. The toast then stays for 10 seconds. Users must also be able to undo the action on the page. */
  readonly onUndo?: () => void;
}

/** Shows a toast. */
export type ShowToast = (message: ToastMessage) => void;

const ToastContext: Context<ShowToast> = createContext<ShowToast>(() => {});

/** Returns a function that shows a toast. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/** In milliseconds. */
const duration = 5000;
const undoDuration = 10_000;
const maximum = 3;

interface ShownToast extends ToastMessage {
  readonly id: number;
}

/** Shows the toasts of everything inside. Hovering, focusing, and leaving the window pause them. F8 focuses them. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { texts } = useAuthUi();
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const last = useRef(0);
  const show = useCallback<ShowToast>((message) => {
    last.current++;
    const id = last.current;
    setToasts((previous) => [...previous, { ...message, id }].slice(-maximum));
  }, []);
  const close = useCallback((id: number) => setToasts((previous) => previous.filter((toast) => toast.id !== id)), []);
  // Outside of the app's layout. Servers have no document.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useEffect(() => setContainer(document.body), []);
  const label = texts.notifications;
  return (
    <ToastContext.Provider value={show}>
      {children}
      {container
        ? createPortal(
            <>
              {/* Exists from the start, because screen readers miss regions that appear with their text. */}
              <div className="lk-hidden" aria-live="polite" aria-atomic="true" data-lk-announcer="">
                {toasts.at(-1)?.text}
              </div>
              <RadixToast.Provider duration={duration} label={label}>
                {toasts.map((toast) => (
                  <Toast key={toast.id} toast={toast} onClose={() => close(toast.id)} />
                ))}
                <RadixToast.Viewport className="lk-toasts" label={label} />
              </RadixToast.Provider>
            </>,
            container,
          )
        : null}
    </ToastContext.Provider>
  );
}

function Toast({ toast, onClose }: { readonly toast: ShownToast; onClose(): void }): ReactElement {
  const { texts } = useAuthUi();
  const slot = useSlots();
  const { text, tone = "success", onUndo } = toast;
  const undo = (): void => {
    onUndo?.();
    onClose();
  };
  return (
    <RadixToast.Root
      {...slot("toast", "lk-toast", tone === "destructive" && "lk-toast-destructive")}
      duration={onUndo ? undoDuration : duration}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      <Icon name={tone === "success" ? "circle-check" : "circle-alert"} />
      {/* The provider's region announces it. */}
      <RadixToast.Description className="lk-toast-text" data-radix-toast-announce-exclude="">
        <SupportText text={text} />
      </RadixToast.Description>
      {onUndo ? (
        <Button variant="ghost" onClick={undo} data-radix-toast-announce-exclude="">
          {texts.undo}
        </Button>
      ) : null}
      <IconButton
        label={texts.close}
        size="small"
        icon={<Icon name="x" />}
        onClick={onClose}
        data-radix-toast-announce-exclude=""
      />
    </RadixToast.Root>
  );
}
