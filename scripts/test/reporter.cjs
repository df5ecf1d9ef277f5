// Mocha's reporter of `npm test`: a line per file, slow tests and failures as they come, a report for the summary.
const { appendFileSync, writeFileSync } = require("node:fs");
const { relative } = require("node:path");
const { Base } = require("mocha").reporters;

const slowMs = 2_000;
const slowestKept = 10;
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

module.exports = class extends Base {
  constructor(runner, options) {
    super(runner, options);
    const { TEST_FILES: files = "?", TEST_EVENTS: events, TEST_REPORT: report } = process.env;
    const totals = { pass: 0, fail: 0 };
    const slowest = [];
    let done = 0;
    let current;

    const flush = () => {
      if (current !== undefined) {
        const { file, pass, fail, ms } = current;
        done += 1;
        const place = `[${String(done).padStart(String(files).length)}/${files}]`;
        const failed = fail === 0 ? "" : `, ${fail} FAILED`;
        console.log(`${place} ${titleOf(file)}: ${pass} passed${failed} (${seconds(ms)})`);
        current = undefined;
      }
    };
    const note = (event, test) => {
      if (events !== undefined) {
        appendFileSync(events, `${event}\n`);
      }
      totals[event] += 1;
      if (current?.file !== test.file) {
        flush();
        current = { file: test.file, pass: 0, fail: 0, ms: 0 };
      }
      const ms = test.duration ?? 0;
      current[event] += 1;
      current.ms += ms;
      slowest.push({ ms, file: titleOf(test.file), title: test.fullTitle() });
      slowest.sort((one, other) => other.ms - one.ms).splice(slowestKept);
      if (event === "fail") {
        console.log(`  FAILED ${test.fullTitle()}`);
      } else if (ms >= slowMs) {
        console.log(`  ${seconds(ms)} ${test.fullTitle()}`);
      }
    };
    runner.on("pass", (test) => note("pass", test));
    runner.on("fail", (test) => note("fail", test));
    if (runner.isParallelMode()) {
      // All events of a file come at once, when it has ended.
      runner.on("suite end", () => setImmediate(flush));
    }
    runner.once("end", () => {
      flush();
      Base.list(this.failures);
      if (events !== undefined) {
        appendFileSync(events, "end\n");
      }
      if (report !== undefined) {
        writeFileSync(report, JSON.stringify({ ...totals, slowest }));
      }
    });
  }
};

/** The file as a person calls it: `access/rpc/batches`. */
function titleOf(file) {
  return relative(process.cwd(), file ?? "?")
    .replace(/^test\//, "")
    .replace(/\.test\.ts$/, "");
}
