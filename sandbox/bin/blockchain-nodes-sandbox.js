#!/usr/bin/env node
const { execFileSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const main = join(__dirname, "..", "dist", "main.js");
// A fresh clone installs without running scripts, so the first start compiles. Its output goes to stderr: stdout is for
// the ready line.
if (!existsSync(main)) {
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "--build", join(__dirname, "..")], {
    stdio: ["ignore", 2, 2],
  });
}
require(main);
