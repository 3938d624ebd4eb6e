/** Results of an identity provider's tests. */

import type { LastSsoTests, SsoTest } from "@latchkey/sso";
import type { ReactElement } from "react";
import { useRoleNames } from "../organization/use-roles.ts";
import { Badge } from "../primitives/badge.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { ItemsSkeleton, Loading } from "../primitives/skeleton.tsx";
import type { QueryState } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { timeAgoAtStart } from "../sessions/time-ago.ts";
import { fill } from "../texts/texts.ts";
import { useSsoUi } from "./ui.ts";

/** Props for `TestResults`. */
interface TestResultsProps {
  readonly tests: QueryState<LastSsoTests | null>;
}

/** A list of tests, newest first. */
export function TestResults({ tests }: TestResultsProps): ReactElement {
  const words = useSsoUi().texts.tests;
  const { data, error, reload } = tests;
  if (error && !data) return <ErrorPanel error={error} onRetry={reload} />;
  return (
    <Loading pending={data === null} skeleton={<ItemsSkeleton rows={2} icons={false} />}>
      {data?.tests.length === 0 ? (
        <EmptyState icon="clock" title={words.none} />
      ) : (
        <ul className="lk-rows" aria-label={words.title}>
          {data?.tests.map((test) => (
            <TestResult key={test.id} test={test} />
          ))}
        </ul>
      )}
    </Loading>
  );
}

function TestResult({ test }: { readonly test: SsoTest }): ReactElement {
  const { texts } = useAuthUi();
  const words = useSsoUi().texts.tests;
  const nameOf = useRoleNames();
  const { outcome, email, role, claims } = test;
  const passed = outcome === "success";
  const known = Object.hasOwn(words.outcomes, outcome) ? words.outcomes[outcome] : texts.errors[outcome];
  return (
    <li className="lk-device" data-lk="row">
      <div className="lk-list-text">
        <p className="lk-device-name">
          {email ? (
            <bdi className="lk-list-title lk-truncate" dir="ltr" title={email}>
              {email}
            </bdi>
          ) : null}
          <Badge tone={passed ? "success" : "destructive"}>{passed ? words.passed : words.failed}</Badge>
          {passed && !test.isCurrent ? <Badge>{words.outdated}</Badge> : null}
        </p>
        <p className="lk-note">{timeAgoAtStart(test.createdAt, new Date(), texts.language)}</p>
        {passed ? null : <p className="lk-note">{known ?? <code className="lk-code">{outcome}</code>}</p>}
        {role ? <p className="lk-note">{fill(words.role, { role: nameOf(role) })}</p> : null}
        {Object.keys(claims).length > 0 ? (
          <details>
            <summary className="lk-note">{words.claims}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
            <pre className="lk-audit-json" dir="ltr" tabIndex={0}>
              {JSON.stringify(claims, null, 2)}
            </pre>
          </details>
        ) : null}
      </div>
    </li>
  );
}
