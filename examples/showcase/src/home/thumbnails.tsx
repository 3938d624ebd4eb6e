/** Small drawings of the components, in the colors of the theme. */

import type { ReactElement, ReactNode } from "react";

function Drawing({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <svg className="thumbnail" viewBox="0 0 280 140" aria-hidden="true">
      {children}
    </svg>
  );
}

interface BoxProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height?: number;
  readonly tone?: "text" | "soft" | "primary" | "card" | "muted" | "success" | "warning";
  readonly radius?: number;
}

/** A line of text by default. */
function Box({ x, y, width, height = 6, tone = "soft", radius = 3 }: BoxProps): ReactElement {
  return <rect className={`draw-${tone}`} x={x} y={y} width={width} height={height} rx={radius} />;
}

const rows = [0, 1, 2] as const;

export function SignInDrawing(): ReactElement {
  return (
    <Drawing>
      <Box x={70} y={14} width={140} height={114} tone="card" radius={8} />
      <Box x={108} y={26} width={64} height={8} tone="text" />
      <Box x={84} y={44} width={112} height={16} tone="muted" radius={5} />
      <Box x={84} y={66} width={112} height={16} tone="primary" radius={5} />
      {rows.map((row) => (
        <g key={row}>
          <circle className="draw-success" cx={90} cy={94 + row * 12} r={3} />
          <Box x={100} y={92 + row * 12} width={76 - row * 14} height={4} />
        </g>
      ))}
    </Drawing>
  );
}

export function AccountDrawing(): ReactElement {
  return (
    <Drawing>
      <Box x={20} y={22} width={52} height={18} tone="muted" radius={5} />
      <Box x={28} y={28} width={30} tone="text" />
      <Box x={28} y={52} width={34} />
      <Box x={28} y={74} width={26} />
      <Box x={28} y={96} width={38} />
      <Box x={88} y={20} width={172} height={104} tone="card" radius={8} />
      {rows.map((row) => (
        <g key={row}>
          <Box x={102} y={38 + row * 34} width={30} />
          <Box x={146} y={38 + row * 34} width={row === 1 ? 64 : 48} tone="text" />
          <Box x={228} y={38 + row * 34} width={20} tone="primary" />
        </g>
      ))}
    </Drawing>
  );
}

export function OrganizationDrawing(): ReactElement {
  return (
    <Drawing>
      <Box x={20} y={22} width={56} height={8} tone="text" />
      <Box x={196} y={16} width={64} height={20} tone="primary" radius={5} />
      <Box x={20} y={46} width={240} height={80} tone="card" radius={8} />
      {rows.map((row) => (
        <g key={row}>
          <circle className={row === 0 ? "draw-primary" : "draw-muted"} cx={42} cy={62 + row * 24} r={8} />
          <Box x={58} y={59 + row * 24} width={70 - row * 12} tone="text" />
          <Box x={168} y={59 + row * 24} width={34} />
          <Box x={220} y={59 + row * 24} width={28} />
        </g>
      ))}
    </Drawing>
  );
}

export function AdminDrawing(): ReactElement {
  return (
    <Drawing>
      <Box x={20} y={18} width={96} height={20} tone="card" radius={5} />
      <Box x={124} y={18} width={44} height={20} tone="muted" radius={10} />
      <Box x={176} y={18} width={44} height={20} tone="muted" radius={10} />
      <Box x={20} y={48} width={240} height={78} tone="card" radius={8} />
      {rows.map((row) => (
        <g key={row}>
          <Box x={34} y={64 + row * 22} width={72 - row * 10} tone="text" />
          <circle className={row === 1 ? "draw-warning" : "draw-success"} cx={138} cy={67 + row * 22} r={4} />
          <Box x={148} y={64 + row * 22} width={30} />
          <Box x={210} y={64 + row * 22} width={36} />
        </g>
      ))}
    </Drawing>
  );
}

export function BillingDrawing(): ReactElement {
  return (
    <Drawing>
      {rows.map((row) => (
        <g key={row}>
          <Box x={20 + row * 84} y={18} width={72} height={108} tone="card" radius={8} />
          <Box x={32 + row * 84} y={32} width={28} />
          <Box x={32 + row * 84} y={48} width={40} height={12} tone="text" />
          <Box x={32 + row * 84} y={72} width={48} height={16} tone={row === 1 ? "primary" : "muted"} radius={5} />
          <Box x={32 + row * 84} y={100} width={44} height={4} />
          <Box x={32 + row * 84} y={110} width={36} height={4} />
        </g>
      ))}
    </Drawing>
  );
}

export function SalesDrawing(): ReactElement {
  return (
    <Drawing>
      {rows.map((row) => (
        <g key={row}>
          <Box x={20 + row * 84} y={16} width={72} height={40} tone="card" radius={8} />
          <Box x={32 + row * 84} y={26} width={28} height={4} />
          <Box x={32 + row * 84} y={38} width={row === 0 ? 48 : 24} height={8} tone={row === 0 ? "primary" : "text"} />
        </g>
      ))}
      <Box x={20} y={68} width={240} height={58} tone="card" radius={8} />
      {[0, 1].map((row) => (
        <g key={row}>
          <Box x={34} y={82 + row * 24} width={80 - row * 16} tone="text" />
          <circle className={row === 0 ? "draw-success" : "draw-warning"} cx={150} cy={85 + row * 24} r={4} />
          <Box x={160} y={82 + row * 24} width={30} />
          <Box x={218} y={82 + row * 24} width={28} />
        </g>
      ))}
    </Drawing>
  );
}

export function TwoFactorDrawing(): ReactElement {
  return (
    <Drawing>
      <Box x={56} y={16} width={168} height={110} tone="card" radius={8} />
      <Box x={104} y={34} width={72} height={8} tone="text" />
      <Box x={88} y={52} width={104} />
      {[0, 1, 2, 3, 4, 5].map((digit) => (
        <Box key={digit} x={74 + digit * 23} y={76} width={18} height={26} tone={digit < 3 ? "primary" : "muted"} />
      ))}
    </Drawing>
  );
}

export function ConsoleDrawing(): ReactElement {
  return (
    <Drawing>
      <Box x={20} y={16} width={84} height={110} tone="card" radius={8} />
      {rows.map((row) => (
        <g key={row}>
          <Box x={32} y={32 + row * 32} width={52} tone={row === 0 ? "primary" : "text"} />
          <Box x={32} y={43 + row * 32} width={38} height={4} />
        </g>
      ))}
      <Box x={114} y={16} width={146} height={110} tone="card" radius={8} />
      <Box x={130} y={34} width={80} height={8} tone="text" />
      <Box x={130} y={54} width={112} />
      <Box x={130} y={66} width={96} />
      <Box x={130} y={90} width={64} height={20} tone="primary" radius={5} />
    </Drawing>
  );
}
