import { endOnBrokenOutput, processTerminal } from "./command.js";
import { run } from "./run.js";

const terminal = processTerminal(process.env);
endOnBrokenOutput(terminal);
void run(process.argv.slice(2), terminal).then((exitCode) => {
  // Not `process.exit`, which can cut output to a pipe.
  process.exitCode = exitCode;
});
