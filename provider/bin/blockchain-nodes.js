#!/usr/bin/env node
const { execFileSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const main = join(__dirname, "..", "dist", "cli", "main.js");
// The published package is compiled; a fresh clone installs without running scripts, so its first start compiles.
if (!existsSync(main) && existsSync(join(__dirname, "..", "tsconfig.json"))) {
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "--build", join(__dirname, "..")], {
    stdio: ["ignore", 2, 2],
  });
}
require(main);
