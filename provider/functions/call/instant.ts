const pattern = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Milliseconds of an ISO 8601 date (midnight, UTC) or time; undefined for anything else, such as February 30. */
export function instantOf(value: unknown): number | undefined {
  const [whole, date] = (typeof value === "string" && pattern.exec(value)) || [];
  if (whole === undefined || date === undefined) {
    return undefined;
  }
  const [day, time] = [Date.parse(date), Date.parse(whole)];
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
  return isDay && !Number.isNaN(time) ? time : undefined;
}
