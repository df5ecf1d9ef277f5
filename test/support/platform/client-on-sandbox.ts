import { RateLimiter } from "../../../provider/http/limiter.js";
import { PlatformClient } from "../../../provider/platform/client.js";
import type { WalkedPage } from "../../../provider/platform/lists/list-walk.js";
import { readListOnce } from "../../../provider/platform/lists/whole-list.js";
import type { Page } from "../../../provider/platform/wire.js";

/** Placements that the sandbox offers. */
export const ethereum = { blockchain: "BC-000-000-008", cloud: "CC-0016" } as const;

/** A shared v1 node. */
export const sharedNode = {
  type: "shared",
  role: "peer",
  provider: "chainstack_global",
  region: "global1",
  configuration: { archive: false },
} as const;

/** A client without a rate limit. */
export function clientOf(baseUrl: string | URL, apiKey: string): PlatformClient {
  return new PlatformClient({ baseUrl: new URL(baseUrl), apiKey, limiter: new RateLimiter(10_000) });
}

/** The error that the promise rejects with, undefined when it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<Error | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** All items of a walk, oldest first. */
export async function itemsOf<Item>(pages: AsyncIterable<WalkedPage<Page<Item>>>): Promise<readonly Item[]> {
  return (await readListOnce(pages)).items;
}
