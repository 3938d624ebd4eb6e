import type { ReactNode } from "react";
import { getSession } from "../session";
import { Providers } from "./providers";

export const metadata = { title: "Notes", icons: "data:," };

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: "system-ui, sans-serif", maxWidth: "40rem", margin: "2rem auto", padding: "0 1rem" }}>
        <Providers session={await getSession()}>{children}</Providers>
      </body>
    </html>
  );
}
