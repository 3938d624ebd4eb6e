/** The baseline for the type-check benchmark: the standard library with React's and Node's types. */

import Database from "libsql";
import { useState } from "react";

export const database = new Database(":memory:");
export const useNumber = (): number => useState(1)[0];
