import { Clock } from "./base/clock";
import { Random } from "./base/random";
import { Faults } from "./faults/faults";
import { Fleet } from "./nodes/fleet";
import type { Account } from "./state/model";
import { RequestLog } from "./state/request-log";
import { changeSettings, defaultSettings, type Settings } from "./state/settings";
import { Store } from "./state/store";

/** The parts of one sandbox, created at startup and shared by all handlers. */
export interface SandboxContext {
  readonly store: Store;
  readonly settings: Settings;
  readonly faults: Faults;
  readonly fleet: Fleet;
  readonly log: RequestLog;
  readonly random: Random;
  /** Account of the key in the ready line. */
  readonly account: Account;
}

/** Creates the parts of a sandbox with one organization and one key. */
export function createContext(
  seed: number | undefined,
  changes: Partial<Settings>,
  report: (line: string) => void,
): SandboxContext {
  const settings = defaultSettings();
  changeSettings(settings, changes);
  const random = new Random(seed);
  const fleet = new Fleet(report);
  const store = new Store(new Clock(), random, {
    created: (node, chain) => fleet.add(node, chain, settings.nodeStart === "create"),
    deleted: (node) => fleet.remove(node.id),
  });
  const account = store.addAccount(store.addOrganization("Sandbox"));
  return { store, settings, faults: new Faults(), fleet, log: new RequestLog(), random, account };
}
