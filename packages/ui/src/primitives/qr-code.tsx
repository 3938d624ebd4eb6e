/** A QR code as one SVG path. It's black on white in both themes, because cameras expect that. */

import { type ReactElement, useMemo } from "react";
import { encode } from "uqr";

/** Props for `QrCode`. */
export interface QrCodeProps {
  /** The content of the code. */
  readonly value: string;
  /** Describes the code to screen readers. */
  readonly label: string;
}

/** The quiet zone that ISO/IEC 18004 requires, in modules. */
const border = 4;

/** A QR code. */
export function QrCode({ value, label }: QrCodeProps): ReactElement {
  const { size, path } = useMemo(() => draw(value), [value]);
  return (
    <svg className="lk-qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(value: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(value, { ecc: "M", border });
  const runs = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: runs.join("") };
}
