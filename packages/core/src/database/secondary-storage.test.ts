import { storageConformance } from "@latchkey/test-kit";
import { memoryStorage } from "./secondary-storage.ts";

storageConformance({
  name: "memoryStorage",
  open: async () => ({ storage: memoryStorage(), close: async () => {} }),
});
