/** Runs an operation on several users. */

import { useState } from "react";
import type { AdminResult, ManagedUser } from "../client.ts";
import type { UserOperation } from "../user-command.ts";

/** Maximum concurrent requests. */
const maxConcurrent = 4;

/** A user for whom the operation failed. */
export interface BulkFailure {
  readonly user: ManagedUser;
  readonly error: NonNullable<AdminResult["error"]>;
}

/** A running or finished operation. */
export interface BulkRun {
  readonly operation: UserOperation;
  readonly total: number;
  readonly done: number;
  readonly failures: readonly BulkFailure[];
  readonly isRunning: boolean;
}

/** The last operation, and functions to start and dismiss one. */
export interface Bulk {
  readonly run: BulkRun | null;
  start(users: readonly ManagedUser[], operation: UserOperation): void;
  dismiss(): void;
}

/**
 * Returns the last operation, and functions to start and dismiss one.
 * @param onFinished gets the users for whom the operation failed
 */
export function useBulk(onFinished: (failed: readonly ManagedUser[]) => void): Bulk {
  const [run, setRun] = useState<BulkRun | null>(null);
  const start = async (users: readonly ManagedUser[], operation: UserOperation): Promise<void> => {
    const failures: BulkFailure[] = [];
    let done = 0;
    const report = (isRunning: boolean): void =>
      setRun({ operation, total: users.length, done, failures: [...failures], isRunning });
    report(true);
    const queue = [...users];
    const runQueue = async (): Promise<void> => {
      for (let user = queue.shift(); user; user = queue.shift()) {
        const { error } = await operation.run(user);
        if (error) failures.push({ user, error });
        else done++;
        report(true);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrent }, runQueue));
    report(false);
    onFinished(failures.map(({ user }) => user));
  };
  return { run, start: (users, operation) => void start(users, operation), dismiss: () => setRun(null) };
}
