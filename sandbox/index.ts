import { randomBytes } from "node:crypto";
import { type ContextOptions, createContext } from "./context";
import { serve } from "./server";

export type { NodeMode } from "./nodes/kind";
export type { NodeStatus } from "./state/model";
export type { LogEntry } from "./state/request-log";
export type { Settings } from "./state/settings";

/** Options of a sandbox. */
export interface SandboxOptions extends ContextOptions {
  /** Port on 127.0.0.1. @default a free one */
  readonly port?: number;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base URL of the management API. */
  readonly baseUrl: string;
  /** Key for the management API. */
  readonly apiKey: string;
  /** URL of the admin interface; append `/requests`, `/faults`, and so on. */
  readonly admin: string;
  /** Stops every process, frees the port and removes the temporary folder. Idempotent. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the platform with real nodes behind it.
 * @throws Error when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const context = createContext(options);
  const adminPath = `/admin/${randomBytes(16).toString("hex")}`;
  try {
    const server = await serve(context, options.port ?? 0, adminPath);
    let closing: Promise<void> | undefined;
    const close = async () => {
      await Promise.all([server.close(), context.fleet.close()]);
    };
    return {
      baseUrl: server.origin,
      apiKey: context.account.apiKey,
      admin: `${server.origin}${adminPath}`,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await context.fleet.close();
    throw error;
  }
}
