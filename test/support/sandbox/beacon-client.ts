import type { Json } from "./management-scene";

/** A block of the beacon chain. */
export interface Block {
  readonly slot: number;
  readonly root: string;
}

/** A response of the beacon API; tests read `data` without declaring every shape. */
export interface BeaconReply {
  readonly status: number;
  readonly text: string;
  readonly body: Json & { readonly data: Json };
}

/** Requests a path below `/eth/v1`. */
export async function beacon(endpoint: string, path: string, init: RequestInit = {}): Promise<BeaconReply> {
  const response = await fetch(`${endpoint}/eth/v1${path}`, init);
  const text = await response.text();
  return { status: response.status, text, body: (text === "" ? {} : JSON.parse(text)) as BeaconReply["body"] };
}

/** The block with a name, slot or root. */
export async function block(endpoint: string, id = "head"): Promise<Block> {
  const { data } = (await beacon(endpoint, `/beacon/headers/${id}`)).body;
  return { slot: Number(data.header?.message?.slot), root: data.root ?? "" };
}

/** Advances the wall clock of the sandboxes in this process: a slot would take 12 seconds. */
export async function later<T>(ms: number, read: () => Promise<T>): Promise<T> {
  const real = performance.now.bind(performance);
  performance.now = () => real() + ms;
  try {
    return await read();
  } finally {
    performance.now = real;
  }
}
