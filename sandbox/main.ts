import { errorMessage } from "./base/error-message";
import { helpText, readCommand } from "./command/options";
import { watchParent } from "./command/parent-watch";
import { type Sandbox, startSandbox } from "./index";

const parentPollMs = 500;
/** Deadline of the shutdown; the watchdog cleans up the rest. */
const closeDeadlineMs = 5_000;

/** Runs the command; the process exits on a signal. */
async function run(args: readonly string[]): Promise<void> {
  const command = readCommand(args);
  if (command.kind === "help") {
    process.stdout.write(helpText);
    return;
  }
  if (command.kind === "usage") {
    process.stderr.write(`blockchain-nodes-sandbox: ${command.problem}; --help lists the options\n`);
    process.exitCode = 2;
    return;
  }
  const starting = startSandbox({ ...command.options, report });
  stopWithParent(starting, command.staysAlone);
  try {
    const { baseUrl, apiKey, admin } = await starting;
    const lines = `management API  ${baseUrl}\napi key         ${apiKey}\nadmin           ${admin}\n`;
    process.stdout.write(command.isJson ? `${JSON.stringify({ baseUrl, apiKey, admin })}\n` : lines);
  } catch (error) {
    report(errorMessage(error));
    process.exit(1);
  }
}

function report(line: string): void {
  process.stderr.write(`blockchain-nodes-sandbox: ${line}\n`);
}

/** Shuts down on a signal, and when the parent process is gone. */
function stopWithParent(starting: Promise<Sandbox>, staysAlone: boolean): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    setTimeout(() => process.exit(1), closeDeadlineMs).unref();
    starting
      .then((sandbox) => sandbox.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, stop);
  }
  // A closed stdout must not crash the process while nodes run.
  process.stdout.on("error", stop);
  process.stderr.on("error", () => {});
  if (staysAlone) {
    return;
  }
  const hasParent = watchParent();
  setInterval(() => {
    if (!hasParent()) {
      stop();
    }
  }, parentPollMs).unref();
}

void run(process.argv.slice(2));
