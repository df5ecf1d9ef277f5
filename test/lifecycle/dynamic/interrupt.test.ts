import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";

const program = `
const { systemClock } = require(${JSON.stringify(join(__dirname, "../../../provider/base/clock.ts"))});
const { interruption } = require(${JSON.stringify(join(__dirname, "../../../provider/lifecycle/dynamic/interrupt.ts"))});
const signal = interruption();
const waits = Array.from({ length: 40 }, () => systemClock.sleep(60_000, signal).catch((error) => error));
setImmediate(() => process.kill(process.pid, process.argv[1]));
Promise.all(waits).then((errors) => {
  console.log(JSON.stringify([signal === interruption(), errors.length, [...new Set(errors.map((error) => error.message))]]));
  setInterval(() => undefined, 1_000);
});
`;

describe("interruption", () => {
  it("SIGTERM: every wait ends, then the process, without output from Node", () => {
    const run = spawnSync(process.execPath, ["--import", "tsx", "-e", program, "SIGTERM"], {
      encoding: "utf8",
      timeout: 15_000,
      cwd: join(__dirname, "../../.."),
    });
    const [isShared, count, messages] = JSON.parse(run.stdout) as [boolean, number, readonly string[]];
    expect([isShared, count]).to.deep.equal([true, 40]);
    expect(messages).to.have.length(1);
    expect(messages[0]).to.match(/^Interrupted/);
    expect(run.stderr).to.equal("");
    expect(run.status).to.equal(143);
  });
});
