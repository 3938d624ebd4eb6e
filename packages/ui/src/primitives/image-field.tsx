/** A picture with buttons to upload and remove it. Uploads are cropped to a square first. */

import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { type ImageKind, useUploadImage } from "../provider/upload.ts";
import { ErrorAlert } from "./alert.tsx";
import { Avatar } from "./avatar.tsx";
import { Button } from "./button.tsx";
import { maxImageBytes } from "./crop.ts";
import { CropDialog } from "./crop-dialog.tsx";

/** Props for `ImageField`. */
export interface ImageFieldProps {
  /** Name to take the initials from. */
  readonly name: string;
  readonly image: string | null;
  readonly kind: ImageKind;
  /** Whether it only shows the picture. */
  readonly readOnly?: boolean | undefined;
  /** Whether the picture is being saved. */
  readonly busy?: boolean;
  /** Receives the URL of the uploaded picture, or `null` to remove it. */
  onChange(image: string | null): void;
}

/** Without `uploadImage` on the provider, it only shows the picture. */
export function ImageField({
  name,
  image,
  kind,
  readOnly = false,
  busy = false,
  onChange,
}: ImageFieldProps): ReactElement {
  const { texts } = useAuthUi();
  const upload = useUploadImage();
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const shape = kind === "organization" ? "square" : "round";
  const picture = <Avatar name={name} image={image} size="large" shape={shape} />;
  if (!upload || readOnly) return picture;
  const choose = (file: File | undefined): void => {
    setProblem(null);
    if (!file) return;
    if (file.size > maxImageBytes) setProblem(texts.imageTooLarge);
    else setChosen(file);
  };
  const send = async (file: File): Promise<void> => {
    setChosen(null);
    setUploading(true);
    abort.current = new AbortController();
    const { signal } = abort.current;
    const url = await upload(file, { kind, signal }).catch(() => null);
    if (signal.aborted) return;
    setUploading(false);
    if (url === null) setProblem(texts.imageFailed);
    else onChange(url);
  };
  const cancel = (): void => {
    abort.current?.abort();
    setUploading(false);
  };
  return (
    <div className="lk-image-field">
      {picture}
      <div className="lk-form">
        <div className="lk-actions">
          <Button
            ref={chooser}
            variant="secondary"
            size="small"
            busy={isUploading || busy}
            aria-describedby={hintId}
            onClick={() => input.current?.click()}
          >
            {image ? texts.changeImage : texts.upload}
          </Button>
          {isUploading ? (
            <>
              <progress className="lk-progress" aria-label={texts.imageUploading} />
              <Button variant="ghost" size="small" onClick={cancel}>
                {texts.cancel}
              </Button>
            </>
          ) : null}
          {image && !isUploading ? (
            <Button variant="ghost" size="small" onClick={() => onChange(null)}>
              {texts.removeImage}
            </Button>
          ) : null}
        </div>
        <p id={hintId} className="lk-note">
          {texts.imageHint}
        </p>
        <ErrorAlert error={problem} />
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={texts.upload}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          // Lets the user choose the same file again.
          event.currentTarget.value = "";
        }}
      />
      {chosen ? (
        <CropDialog
          file={chosen}
          shape={shape}
          returnFocusTo={chooser}
          onCropped={(file) => void send(file)}
          onUnreadable={() => {
            setChosen(null);
            setProblem(texts.imageUnreadable);
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  );
}
