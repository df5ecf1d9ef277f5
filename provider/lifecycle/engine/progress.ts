import type { Resource } from "@pulumi/pulumi";
import { oneLine } from "../../base/text.js";
import { engineAddress } from "./engine-address.js";

export interface Progress {
  /** Current status: shown on the row of the resource, not kept. */
  status(message: string): void;
  /** A warning: kept in the diagnostics. */
  warn(message: string): void;
}

/** Progress whose promises resolve when the engine has the message, or cannot be reached. */
export interface EngineProgress extends Progress {
  /** Information: kept in the diagnostics. */
  note(message: string): Promise<void>;
  warn(message: string): Promise<void>;
}

// A provider process receives the engine's address only as its last argument; the SDK's log reads it from the
// environment, once, after the first provider is loaded.
const address = engineAddress();
if (address !== undefined) {
  process.env.PULUMI_NODEJS_ENGINE = address;
}

/** Longest message that the engine shows at once. */
export const longestMessage = 4_000;

/**
 * Progress in the engine's display, on the row of the resource. The engine shows a message verbatim, so it receives one
 * clean line.
 *
 * @param urn full URN of the resource
 * @param redact applied to every message
 */
export function engineProgress(urn: string, redact: (text: string) => string): EngineProgress {
  const write = async (level: "info" | "warn", message: string, ephemeral: boolean) => {
    const { log, output } = await import("@pulumi/pulumi");
    // The log reads only the URN of a resource.
    const row = { urn: output(urn) } as unknown as Resource;
    await log[level](oneLine(redact(message), longestMessage), row, undefined, ephemeral);
  };
  return {
    status: (message) => void write("info", message, true).catch(() => undefined),
    note: (message) => write("info", message, false).catch(() => undefined),
    warn: (message) => write("warn", message, false).catch(() => undefined),
  };
}
