/** The logo, and icons that the components don't have. */

import type { ReactElement, SVGProps } from "react";

const stroke: SVGProps<SVGSVGElement> = {
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
};

export function Mark({ size = 22 }: { readonly size?: number }): ReactElement {
  return (
    <svg {...stroke} width={size} height={size} strokeWidth="2" aria-hidden="true">
      <circle cx="8" cy="12" r="4" />
      <path d="M12 12h9v4M17 12v3" />
    </svg>
  );
}

export function Sun(): ReactElement {
  return (
    <svg {...stroke} width={16} height={16} strokeWidth="2.25" aria-hidden="true">
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
    </svg>
  );
}

export function Moon(): ReactElement {
  return (
    <svg {...stroke} width={16} height={16} strokeWidth="2.25" aria-hidden="true">
      <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
    </svg>
  );
}

export function MenuLines(): ReactElement {
  return (
    <svg {...stroke} width={20} height={20} strokeWidth="2" aria-hidden="true">
      <path d="M4 7h16M4 12h16M4 17h16" />
    </svg>
  );
}
