/** Likely wrong values for each kind of parameter. */

export const hash = `0x${"ab".repeat(32)}`;
export const txid = "ab".repeat(32);
export const address = `0x${"cd".repeat(20)}` as const;

export const noHash = [
  "",
  "0x",
  txid,
  `0x${"ab".repeat(31)}`,
  `${hash}ab`,
  `${hash}\n`,
  `0X${txid}`,
  `0x${"zz".repeat(32)}`,
  1,
  null,
];
export const noAddress = [
  "0x12",
  `0X${"cd".repeat(20)}`,
  "cd".repeat(20),
  `${address}0`,
  hash,
  "vitalik.eth",
  1,
  null,
  {},
];
export const noQuantity = [
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  Number.POSITIVE_INFINITY,
  -1n,
  "",
  "1",
  "0x",
  "0xg",
  true,
  null,
];
export const noBlock = [...noQuantity, "Latest", "newest", "genesis"];
export const noId = ["", "1", "0x", `0x${"f".repeat(65)}`, 1, null, undefined];
export const noTxid = ["", hash, "ab".repeat(31), `${txid}0`, "zz".repeat(32), 1, null, undefined];
export const noTime = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5s", null];
export const noSlot = [-1, 1.5, Number.NaN, 2 ** 53, -1n, "1", "head", null, undefined];
export const noFlag = ["yes", 1, null];
export const noCount = [-1, 1.5, Number.NaN, 2 ** 53, 1n, "1", null];
export const noDuration = [5, 0, "", "5", "5 s", "0s", "soon", "-1s", 5n, null];
