import type { Settings } from "../state/settings";
import type { BeaconView } from "./view";

/** A request to the beacon API. */
export interface BeaconCall {
  readonly view: BeaconView;
  readonly query: URLSearchParams;
  /** The variable segment of the path; empty where it has none. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly form: Settings["beaconForm"];
  readonly health: Settings["beaconHealth"];
}
