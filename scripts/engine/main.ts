// Prints the folder of a complete engine as the only line on stdout: export PATH="$(npm run --silent engine):$PATH"
import { EngineNotFoundError, locateEngine } from "./locate";

const main = async (): Promise<void> => {
  try {
    const { folder } = await locateEngine();
    process.stdout.write(`${folder}\n`);
  } catch (error) {
    if (!(error instanceof EngineNotFoundError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};

void main();
