/** The buttons that download an organization's audit log. */

import { type ReactElement, useState } from "react";
import { saveFile, today } from "../admin/csv.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu, MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";

/** Props for `ExportButtons`. */
export interface ExportButtonsProps {
  /** The filters of the list. */
  readonly query: Readonly<Record<string, string | Date>>;
}

const types = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

/** A menu with the formats. The server asks for a recent sign-in, and records the download. */
export function ExportButtons({ query }: ExportButtonsProps): ReactElement {
  const client = useEventsClient();
  const { texts } = useAuthUi();
  const { export: exportLog, exportCsv, exportJson, exportHint } = useEventsUi().texts;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const download = async (format: "csv" | "ndjson"): Promise<void> => {
    setProblem(null);
    setBusy(true);
    const { data, error } = await client.$fetch("/audit/export", { query: { ...query, format } });
    setBusy(false);
    if (error) return setProblem(errorText(texts, error));
    saveFile(`audit-log-${today()}.${format}`, String(data ?? ""), types[format]);
  };
  return (
    <>
      {problem ? <ErrorAlert error={problem} /> : null}
      <Menu
        paths={["/audit/export"]}
        trigger={
          <Button variant="secondary" size="small" icon={<Icon name="download" />} busy={busy} title={exportHint}>
            {exportLog}
          </Button>
        }
      >
        <MenuItem onSelect={() => void download("csv")}>{exportCsv}</MenuItem>
        <MenuItem onSelect={() => void download("ndjson")}>{exportJson}</MenuItem>
      </Menu>
    </>
  );
}
