import { createHash } from "node:crypto";

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const base32Alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** SHA-256 of a text or bytes. */
export function sha256(data: Buffer | string): Buffer {
  return createHash("sha256").update(data).digest();
}

/** Base58 with Bitcoin's alphabet. */
export function base58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString("hex") || "0"}`);
  let text = "";
  while (value > 0n) {
    text = base58Alphabet.charAt(Number(value % 58n)) + text;
    value /= 58n;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Base58 with a checksum after the bytes, as Tezos writes hashes; `prefix` determines the first letters. */
export function base58Check(prefix: readonly number[], bytes: Buffer): string {
  const payload = Buffer.concat([Buffer.from(prefix), bytes]);
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]));
}

/** Base32 in lower case, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Alphabet.charAt(Number.parseInt(group.padEnd(5, "0"), 2)))
    .join("");
}

/** A quantity as Ethereum writes it: hex without leading zeros. */
export function hexQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
