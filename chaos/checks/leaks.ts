import type { HeldNode, Platform } from "../world/platform";

/** Gathers every secret that the platform gives out during a round. */
export class Canaries {
  readonly #secrets: Set<string>;

  constructor({ apiKey }: Platform) {
    this.#secrets = new Set([apiKey]);
  }

  /** Adds the credentials of these nodes, and the URLs that hold them. */
  add(nodes: readonly HeldNode[]): void {
    for (const { details, v2 } of nodes) {
      const credentials = ["auth_username", "auth_password", "auth_key"].map((key) => details?.[key]);
      const urls = Object.entries({ ...details, ...v2.details }).flatMap(([key, value]) =>
        key.endsWith("_endpoint") ? [value] : [],
      );
      for (const secret of [...credentials, ...urls]) {
        if (typeof secret === "string" && secret !== "") {
          this.#secrets.add(secret);
        }
      }
    }
  }

  /** How many secrets a text holds. */
  in(text: string): number {
    return [...this.#secrets].filter((secret) => text.includes(secret)).length;
  }
}
