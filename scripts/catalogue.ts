// Renews the bundled catalogue: reads the platform's deployment options, and rewrites the snapshot's file.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSettings, requireSettings } from "../provider/account/settings.js";
import { redactor } from "../provider/base/redact.js";
import { RateLimiter } from "../provider/http/limiter.js";
import { liveCatalogue } from "../provider/lifecycle/node/placement.js";
import { catalogueSnapshot } from "../provider/platform/catalogue/snapshot.js";
import { PlatformClient } from "../provider/platform/client.js";
import { renewed, sourceOf } from "./catalogue-file";

const file = join(__dirname, "../provider/platform/catalogue/snapshot.ts");

async function renew(): Promise<void> {
  const { values } = parseArgs({
    options: {
      /** Drops what the platform does not offer to this organization. */
      replace: { type: "boolean", default: false },
      /** Writes elsewhere. */
      out: { type: "string", default: file },
    },
  });
  const { baseUrl, apiKey, requestsPerSecond } = requireSettings(readSettings(undefined, process.env));
  const limiter = new RateLimiter(requestsPerSecond);
  const client = new PlatformClient({ baseUrl: new URL(baseUrl), apiKey: apiKey.reveal(), limiter });
  const { options } = liveCatalogue(await client.call("listDeploymentOptions"));
  const today = new Date().toISOString().slice(0, 10);
  const snapshot = renewed({ before: catalogueSnapshot, offered: options, today, replace: values.replace });
  if (values.replace) {
    console.error(
      "--replace drops every chain and place that this organization is not offered: previews of others reject them or warn.",
    );
  }
  await writeFile(values.out, sourceOf(snapshot));
  console.log(`${options.length} options; ${snapshot.chains.length} chains in ${values.out}`);
}

renew().catch((error: unknown) => {
  const redact = redactor([process.env.BLOCKCHAIN_NODES_API_KEY?.trim()]);
  console.error(redact(`The catalogue was not renewed: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
});
