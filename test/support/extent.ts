/** Whether tables and properties run in full, as in `npm run test:long`, or a part of them, as in `npm test`. */
const isFull = process.env.TEST_EXTENT === "full";

/** Number of cases of a property: `full` in `npm run test:long`, `usual` in `npm test`. */
export const casesOf = (full: number, usual: number): number => (isFull ? full : usual);

/**
 * The rows to test at one position of a table: all of them in full runs, otherwise every third one, starting at a
 * different row for each position. So each position is tested, and three consecutive positions cover all rows.
 *
 * @param place number of the position, from 0
 */
export const rowsAt = <Row>(rows: readonly Row[], place: number): readonly Row[] =>
  isFull ? rows : rows.filter((_, index) => (index + place) % 3 === 0);
