import { storageConformance } from "@latchkey/test-kit";
import { memoryStorage } from "./memory.ts";

storageConformance({
  name: "memory",
  async open() {
    return { storage: memoryStorage(), close: async () => {} };
  },
});
