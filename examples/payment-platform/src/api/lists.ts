/** The lists that a seller's backend reads to catch up. */

import type { Route } from "../http.ts";
import type { Platform } from "../state.ts";
import { customerOf, grantOf } from "../wire.ts";
import { listed, ofCustomer } from "./paging.ts";

export function listRoutes(platform: Platform): Route[] {
  const { state, catalog } = platform;
  return [
    { method: "GET", path: /^\/v1\/meters\/$/, handle: ({ query }) => listed(query, [...catalog.meters.values()]) },
    { method: "GET", path: /^\/v1\/benefits\/$/, handle: ({ query }) => listed(query, [...catalog.benefits.values()]) },
    {
      method: "GET",
      path: /^\/v1\/discounts\/$/,
      handle: ({ query }) => listed(query, [...catalog.discounts.values()]),
    },
    {
      method: "GET",
      path: /^\/v1\/refunds\/$/,
      handle: ({ query }) => listed(query, ofCustomer(query, state.refunds)),
    },
    {
      method: "GET",
      path: /^\/v1\/benefit-grants\/$/,
      handle: ({ query }) => listed(query, ofCustomer(query, state.grants), (one) => grantOf(platform, one)),
    },
    {
      method: "GET",
      path: /^\/v1\/customer-meters\/$/,
      handle: ({ query }) =>
        listed(query, ofCustomer(query, state.balances), (one) => ({
          ...one,
          customer: customerOf(platform, one.customer_id),
          meter: catalog.meters.get(one.meter_id),
        })),
    },
  ];
}
