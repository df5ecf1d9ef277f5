/** Whether tables and properties run in full, as in `npm run test:long`, or a part of them, as in `npm test`. */
const isFull = process.env.TEST_EXTENT === "full";

/** Number of cases of a property: `full` in `npm run test:long`, `usual` in `npm test`. */
export const casesOf = (full: number, usual: number): number => (isFull ? full : usual);

/**
 * The rows to test at one place of a table: in full all of them; otherwise every third one, from another beginning at each
 * place, so that each place has rows and three places in a row have all of them.
 *
 * @param place number of the place, from 0
 */
export const rowsAt = <Row>(rows: readonly Row[], place: number): readonly Row[] =>
  isFull ? rows : rows.filter((_, index) => (index + place) % 3 === 0);
