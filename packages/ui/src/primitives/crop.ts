/** Crops a picture to a square and re-encodes it, which also removes metadata, such as where the picture was taken. */

/** Maximum size of a file, in bytes. */
export const maxImageBytes: number = 5 * 1024 * 1024;

/** Side length of the result, in pixels. */
export const imageSide = 512;

/** Zoom, and the square's position on the picture. */
export interface CropState {
  /** 1 if the picture just fills the square. */
  readonly zoom: number;
  /** Center of the square in the picture, from 0 to 1. */
  readonly x: number;
  readonly y: number;
}

/** Size of a picture, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the picture inside the square, in the picture's pixels. */
export interface CropArea {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Keeps the square inside the picture. */
export function clampCrop(crop: CropState, size: Size): CropState {
  const zoom = Math.min(4, Math.max(1, crop.zoom));
  const side = Math.min(size.width, size.height) / zoom;
  const clamp = (value: number, length: number): number => {
    const half = side / length / 2;
    return Math.min(1 - half, Math.max(half, value));
  };
  return { zoom, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) };
}

/** Returns the part of the picture inside the square. */
export function cropArea(crop: CropState, { width, height }: Size): CropArea {
  const side = Math.min(width, height) / crop.zoom;
  return { left: crop.x * width - side / 2, top: crop.y * height - side / 2, side };
}

/** Draws the part into a new file of 512 by 512 pixels. WebP if the browser can write it, or else PNG. */
export async function encodeCrop(image: CanvasImageSource, area: CropArea): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = imageSide;
  canvas.height = imageSide;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser couldn't create a canvas.");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, area.left, area.top, area.side, area.side, 0, 0, imageSide, imageSide);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.9));
  if (!blob) throw new Error("The browser couldn't encode the picture.");
  return new File([blob], blob.type === "image/webp" ? "picture.webp" : "picture.png", { type: blob.type });
}
