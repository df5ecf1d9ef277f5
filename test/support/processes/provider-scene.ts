import type { Settings as SandboxSettings } from "../../../sandbox/index";
import { type TestSandbox, useSandbox } from "../sandbox";
import { configOf, makeProject, usePlugin } from "./kit";
import type { Plugin } from "./plugin";

/** A provider process configured for a sandbox, and a project to create nodes in. */
export interface ProviderScene {
  readonly sandbox: TestSandbox;
  readonly plugin: () => Plugin;
  /** Id of the project, known inside of tests and hooks. */
  readonly project: () => string;
}

/** Starts both for the calling suite. */
export function useProvider(settings: Partial<SandboxSettings> = {}): ProviderScene {
  const sandbox = useSandbox(settings);
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));
  let project = "";
  before(async () => {
    project = await makeProject(sandbox);
  });
  return { sandbox, plugin, project: () => project };
}
