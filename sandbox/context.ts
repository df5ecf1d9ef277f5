import { Clock } from "./base/clock";
import { Random } from "./base/random";
import { Faults } from "./faults/faults";
import { LieBook } from "./lies/lie-book";
import { Fleet } from "./nodes/fleet";
import type { Account } from "./state/model";
import { RequestLog } from "./state/request-log";
import { changeSettings, defaultSettings, type Settings } from "./state/settings";
import { Store } from "./state/store";

/** Options of a sandbox's state. */
export interface ContextOptions {
  /** Seed of keys, tokens and ids. The token of the admin URL is always random. @default random */
  readonly seed?: number;
  /** Settings that differ from their defaults; README.md lists them. */
  readonly settings?: Partial<Settings>;
  /**
   * The current time in milliseconds since 1970; must not go back. A test that moves it never waits for a pending node.
   * The chains of real nodes keep the machine's time.
   *
   * @default the machine's time
   */
  readonly now?: () => number;
  /** Called with a line for each node that fails to start. @default no-op */
  readonly report?: (line: string) => void;
}

/** The parts of one sandbox, created at startup and shared by all handlers. */
export interface SandboxContext {
  readonly store: Store;
  readonly settings: Settings;
  readonly faults: Faults;
  readonly fleet: Fleet;
  readonly lies: LieBook;
  readonly log: RequestLog;
  readonly random: Random;
  /** Account of the key in the ready line. */
  readonly account: Account;
}

/** Creates the parts of a sandbox with one organization and one key. */
export function createContext({
  seed,
  settings: changes = {},
  now,
  report = () => {},
}: ContextOptions): SandboxContext {
  const settings = defaultSettings();
  changeSettings(settings, changes);
  const random = new Random(seed);
  const clock = new Clock(now);
  const fleet = new Fleet(report, () => clock.now());
  const store = new Store(clock, random, {
    created: (node, chain) => fleet.add(node, chain, settings.nodeStart === "create"),
    deleted: (node) => fleet.remove(node.id),
  });
  const account = store.addAccount(store.addOrganization("Sandbox"));
  return {
    store,
    settings,
    faults: new Faults(() => store.clock.now()),
    fleet,
    lies: new LieBook(),
    log: new RequestLog(),
    random,
    account,
  };
}
