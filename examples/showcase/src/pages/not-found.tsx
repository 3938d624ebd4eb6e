import { Card } from "@latchkey/ui";
import type { ReactElement } from "react";
import { Link } from "wouter";

export function NotFound(): ReactElement {
  return (
    <Card title="Nothing here" subtitle="This page does not exist.">
      <Link href="/" className="lk-link">
        Back to the start
      </Link>
    </Card>
  );
}
