/** The cluster, for who starts one from a program. */

export { type Cluster, type ClusterOptions, startCluster } from "./cluster.ts";
export type { NodeSettings, SentMail } from "./settings.ts";
