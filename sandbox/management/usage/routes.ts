import { type Call, pageRequest, type Route } from "../request/call";
import { paginate } from "../request/pagination";
import type { ApiResponse } from "../request/response";
import { readUsageQuery } from "./query";
import { usageRows } from "./rows";
import { usageCsv, usageRowView, usageTotals } from "./views";

const path = "/v2/reporting/node-usage/";

/** Routes of the usage reports, v2 only; each has its own rate limit. */
export const usageRoutes: readonly Route[] = [
  { operation: "listNodeUsageV2", method: "GET", path, perMinute: "usageRequestsPerMinute", handle: listAll },
  {
    operation: "exportNodeUsageV2",
    method: "GET",
    path: `${path}export/`,
    perMinute: "exportRequestsPerMinute",
    handle: exportAll,
  },
];

function listAll(call: Call): ApiResponse {
  const now = call.store.clock.now();
  const rows = usageRows(call, readUsageQuery(call.url.searchParams, now));
  const page = paginate(rows, pageRequest(call), (row) => usageRowView(row, now));
  return { status: 200, body: { ...page, totals: usageTotals(rows) } };
}

function exportAll(call: Call): ApiResponse {
  const now = call.store.clock.now();
  const query = readUsageQuery(call.url.searchParams, now);
  return {
    status: 200,
    text: usageCsv(usageRows(call, query), query.granularity, now),
    headers: { "content-type": "text/csv", "content-disposition": 'attachment; filename="node-usage-report.csv"' },
  };
}
