/** The skeleton of a settings page, shown until the user is known. */

import type { ReactElement, ReactNode } from "react";
import { type Appearance, useAppearance } from "../provider/appearance.tsx";
import { classNames } from "./class-names.ts";
import { Screen } from "./screen.tsx";
import { Loading, RowsSkeleton, Skeleton } from "./skeleton.tsx";

/** Props for `SettingsSkeleton`. */
export interface SettingsSkeletonProps {
  /** `null` if it depends on data that's loading. */
  readonly title: ReactNode;
  readonly appearance?: Appearance | undefined;
  readonly className?: string | undefined;
}

/** A title, a navigation, and rows. */
export function SettingsSkeleton({ appearance, ...props }: SettingsSkeletonProps): ReactElement {
  return (
    <Screen appearance={appearance}>
      <Frame {...props} />
    </Screen>
  );
}

function Frame({ title, className }: SettingsSkeletonProps): ReactElement {
  const { navigation = "side" } = useAppearance();
  const shape = (
    <>
      <div className="lk-nav lk-nav-skeleton" aria-hidden="true">
        {["60%", "72%", "52%", "64%"].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
      <div className="lk-settings-main">
        <div className="lk-section">
          <Skeleton width="120px" />
          <RowsSkeleton rows={4} />
        </div>
      </div>
    </>
  );
  return (
    <div className={classNames("lk-settings", navigation === "side" && "lk-settings-side", className)}>
      <div className="lk-title lk-title-page lk-settings-title">{title ?? <Skeleton width="180px" />}</div>
      <Loading pending skeleton={shape}>
        {null}
      </Loading>
    </div>
  );
}
