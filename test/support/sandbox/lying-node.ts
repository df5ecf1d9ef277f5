import { ethereum, type Json, type ManagementScene, openManagement, regtest, rpc } from "./management-scene";
import { result } from "./recorded-chains";

/** A node that lies, and how to ask it. */
export interface LyingNode {
  readonly id: string;
  readonly url: string;
  readonly beacon: string;
  /** Sets its lies. */
  tell(lies: string | readonly string[], times?: number): Promise<void>;
  result(method: string, params?: unknown[]): Promise<Json>;
  error(method: string, params?: unknown[]): Promise<Json>;
  /** JSON of a GET below the beacon endpoint. */
  read(path: string): Promise<Json>;
  /** A POST as it arrives, with a body of our choice. */
  post(body: unknown): Promise<{ readonly status: number; readonly body: Json; readonly headers: Headers }>;
}

/** A sandbox with nodes that lie. */
export interface LyingScene {
  readonly scene: ManagementScene;
  /** A node of a blockchain, or of a name: `evm`, `bitcoin`. */
  node(blockchain: string): Promise<LyingNode>;
}

const names: Readonly<Record<string, string>> = { evm: ethereum, bitcoin: regtest };

/** Starts a sandbox. */
export async function openLies(): Promise<LyingScene> {
  const scene = await openManagement();
  const project = await scene.project();
  return {
    scene,
    node: async (blockchain) => {
      const created = await scene.node(project, names[blockchain] ?? blockchain);
      const id = created.id ?? "";
      const url = created.details?.https_endpoint ?? "";
      const beacon = created.details?.beacon_endpoint ?? "";
      return {
        ...{ id, url, beacon },
        tell: async (lies, times) => {
          const body = { lies: typeof lies === "string" ? [lies] : lies, ...(times !== undefined && { times }) };
          const { status, text } = await scene.admin("POST", `/nodes/${id}/lies`, body);
          if (status !== 200) {
            throw new Error(text);
          }
        },
        result: (method, params) => result(url, method, params),
        error: async (method, params) => (await rpc(url, method, params)).body.error as unknown as Json,
        read: async (path) => (await (await fetch(`${beacon}/eth/v1${path}`)).json()) as Json,
        post: (body) => scene.api("POST", url, body),
      };
    },
  };
}
