// Started by nodes/watchdog.ts: `node watchdog.js <folder>`. Reads "+pid" and "-pid" lines from stdin;
// cleans up at its end.
const { rmSync } = require("node:fs");
const { createInterface } = require("node:readline");

const [folder] = process.argv.slice(2);
const pids = new Set();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {});
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const pid = Number(line.slice(1));
    if (line.startsWith("+")) {
      pids.add(pid);
    } else {
      pids.delete(pid);
    }
  })
  .on("close", () => {
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has exited already.
      }
    }
    if (folder) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
    process.exit(0);
  });
