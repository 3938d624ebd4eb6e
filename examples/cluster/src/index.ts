/** Public exports, for programs that start a cluster. */

export { type Cluster, type ClusterOptions, startCluster } from "./cluster.ts";
export type { NodeSettings, SentMail } from "./settings.ts";
