import type { Resource } from "@pulumi/pulumi";
import { oneLine } from "../../base/text.js";
import { engineAddress } from "./engine-address.js";

/** Where a resource's operation tells what it is doing. */
export interface Progress {
  /** What is going on at the moment: shown beside the resource, not kept. */
  status(message: string): void;
  /** Something the user should know: kept among the diagnostics. */
  warn(message: string): void;
}

/** Progress that tells when the engine has a message, or cannot be reached. */
export interface EngineProgress extends Progress {
  /** A reason that the user may want to read: kept among the diagnostics. */
  note(message: string): Promise<void>;
  warn(message: string): Promise<void>;
}

// A provider process is given the engine's address as its last argument only; the SDK's log looks for it in the
// environment, once, when the first provider has been loaded.
const address = engineAddress();
if (address !== undefined) {
  process.env.PULUMI_NODEJS_ENGINE = address;
}

/** What the engine shows at once is no longer than this. */
export const longestMessage = 4_000;

/**
 * Progress in the engine's display, on the row of the resource itself. The engine shows a message as it is, so it gets
 * one clean line.
 *
 * @param urn full URN of the resource
 * @param redact applied to every message
 */
export function engineProgress(urn: string, redact: (text: string) => string): EngineProgress {
  const write = async (level: "info" | "warn", message: string, ephemeral: boolean) => {
    const { log, output } = await import("@pulumi/pulumi");
    // The log asks a resource for nothing but its URN.
    const row = { urn: output(urn) } as unknown as Resource;
    await log[level](oneLine(redact(message), longestMessage), row, undefined, ephemeral);
  };
  return {
    status: (message) => void write("info", message, true).catch(() => undefined),
    note: (message) => write("info", message, false).catch(() => undefined),
    warn: (message) => write("warn", message, false).catch(() => undefined),
  };
}
