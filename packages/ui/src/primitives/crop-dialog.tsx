/** A dialog to choose the square part of a picture, by pointer or keyboard. */

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useAuthUi } from "../provider/context.ts";
import { classNames } from "./class-names.ts";
import { type CropState, clampCrop, cropArea, encodeCrop, type Size } from "./crop.ts";
import { FormDialog } from "./form-dialog.tsx";

/** Props for `CropDialog`. */
export interface CropDialogProps {
  readonly file: File;
  readonly shape: "round" | "square";
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onCropped(file: File): void;
  /** Runs if the browser can't read the file as a picture. */
  onUnreadable(): void;
  onClose(): void;
}

/** Side length of the square on the screen, in pixels. Must match the stylesheet. */
const viewSide = 240;
/** How far an arrow key moves the picture, as a fraction of the square. */
const step = 0.05;

/** Shows the picture behind a square. Drag it or use the arrow keys to move it, and the slider to zoom. */
export function CropDialog(props: CropDialogProps): ReactElement | null {
  const { file, shape, returnFocusTo, onCropped, onUnreadable, onClose } = props;
  const { texts } = useAuthUi();
  const url = useObjectUrl(file);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [crop, setCrop] = useState<CropState>({ zoom: 1, x: 0.5, y: 0.5 });
  const [busy, setBusy] = useState(false);
  const change = (next: CropState): void => {
    if (size) setCrop(clampCrop(next, size));
  };
  const area = size ? cropArea(crop, size) : null;
  /** Moves the picture by fractions of the square. */
  const move = (x: number, y: number): void => {
    if (size && area)
      change({ ...crop, x: crop.x + (x * area.side) / size.width, y: crop.y + (y * area.side) / size.height });
  };
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    move(-event.movementX / viewSide, -event.movementY / viewSide);
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!by) return;
    event.preventDefault();
    move(by[0] ?? 0, by[1] ?? 0);
  };
  const submit = async (): Promise<void> => {
    if (!image.current || !area) return;
    setBusy(true);
    try {
      onCropped(await encodeCrop(image.current, area));
    } catch {
      onUnreadable();
    }
  };
  const scale = area ? viewSide / area.side : 0;
  return (
    <FormDialog
      open
      title={texts.cropTitle}
      text={texts.cropText}
      submit={texts.usePicture}
      busy={busy}
      problem={null}
      returnFocusTo={returnFocusTo}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <div
        className={classNames("lk-crop", shape === "round" && "lk-crop-round")}
        role="application"
        aria-label={texts.cropArea}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        dir="ltr"
        onPointerMove={drag}
        onKeyDown={press}
      >
        {url ? (
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            style={
              size && area
                ? { width: size.width * scale, left: -area.left * scale, top: -area.top * scale }
                : { visibility: "hidden" }
            }
            onLoad={({ currentTarget }) =>
              setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            onError={onUnreadable}
          />
        ) : null}
      </div>
      <input
        className="lk-range"
        type="range"
        min={1}
        max={4}
        step={0.05}
        aria-label={texts.zoom}
        value={crop.zoom}
        onChange={(event) => change({ ...crop, zoom: Number(event.currentTarget.value) })}
      />
    </FormDialog>
  );
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
