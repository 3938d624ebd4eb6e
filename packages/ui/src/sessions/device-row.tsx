/** A row for a device: its name, when it was used, and a button to end its access. */

import { type ReactElement, type ReactNode, type Ref, useId } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Tooltip } from "../primitives/tooltip.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill, type Texts } from "../texts/texts.ts";
import { type Device, readDevice } from "./device.ts";

/** Props for `DeviceRow`. */
export interface DeviceRowProps {
  readonly userAgent: string | null;
  /** The device's name, if it's known without a user agent. */
  readonly name?: string | undefined;
  /** Decides the icon, if it's known without a user agent. */
  readonly kind?: Device["kind"] | undefined;
  /** When it was used, such as "Active 2 hours ago". */
  readonly used: string;
  /** Shown on hover and focus, such as the IP address. */
  readonly details?: readonly string[];
  /** Marks the device, such as "This device". */
  readonly badge?: string | undefined;
  /** Shown below the time, such as marks of plugins. */
  readonly children?: ReactNode;
  /** Says what's unusual about the device. */
  readonly warning?: string | undefined;
  /** Why the last attempt to end its access failed. */
  readonly error?: string | null | undefined;
  /** The button that ends its access. Missing if there's none. */
  readonly action?: DeviceAction | undefined;
}

/** The button of a `DeviceRow`. */
export interface DeviceAction {
  readonly text: string;
  /** Names the device for screen readers. `{device}`. */
  readonly label: string;
  readonly busy?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
  onClick(): void;
}

/** Returns the browser and system of a user agent, such as "Firefox on Linux". */
export function deviceName({ sessions }: Texts, userAgent: string | null): string {
  const device = readDevice(userAgent);
  if (!device) return sessions.unknownDevice;
  return fill(sessions.device, { browser: device.browser, system: device.system });
}

/** A list item for a device. Put it into `<ul className="lk-rows">`. */
export function DeviceRow(props: DeviceRowProps): ReactElement {
  const { userAgent, used, details = [], badge, warning, error, action } = props;
  const { texts } = useAuthUi();
  const name = props.name ?? deviceName(texts, userAgent);
  const kind = props.kind ?? readDevice(userAgent)?.kind;
  return (
    <li className="lk-device" data-lk="row">
      <span className="lk-list-icon">
        <Icon name={kind === "phone" ? "smartphone" : "monitor"} size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-device-name">
          {/* Has the page's direction, because it can start with a Latin name: "Firefox on Linux". */}
          <span className="lk-list-title">{name}</span>
          {badge === undefined ? null : <Badge>{badge}</Badge>}
          {warning === undefined ? null : <Badge tone="warning">{warning}</Badge>}
        </p>
        <NoteWithDetails details={details}>{used}</NoteWithDetails>
        {props.children}
      </div>
      {action ? (
        <Button
          ref={action.buttonRef}
          variant="secondary"
          size="small"
          busy={action.busy ?? false}
          aria-label={fill(action.label, { device: name })}
          onClick={action.onClick}
        >
          {action.text}
        </Button>
      ) : null}
      {error ? (
        <div className="lk-device-error">
          <ErrorAlert error={error} />
        </div>
      ) : null}
    </li>
  );
}

/** Props for `NoteWithDetails`. */
export interface NoteWithDetailsProps {
  readonly details: readonly string[];
  /** Follows the note. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A note with details in a tooltip. Screen readers also get the details as text, because touch screens have no hover.
 */
export function NoteWithDetails({ details, after, children }: NoteWithDetailsProps): ReactElement {
  const id = useId();
  if (details.length === 0) return <p className="lk-note">{children}</p>;
  return (
    <p className="lk-note">
      <Tooltip text={details.join("\n")} isLabel>
        <button type="button" className="lk-device-used" aria-describedby={id}>
          {children}
        </button>
      </Tooltip>
      <span id={id} className="lk-hidden">
        {details.join(", ")}
      </span>
      {after}
    </p>
  );
}
