import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Nodes built from Go modules, by the package of their command. Their versions are in `go.mod` of the folder of the
 * same name.
 */
const packages = {
  geth: "github.com/ethereum/go-ethereum/cmd/geth",
  cometbft: "github.com/cometbft/cometbft/cmd/cometbft",
} as const;

/**
 * Builds a node and returns the path of its binary. The first build takes minutes, later ones use Go's cache.
 *
 * @throws Error with the compiler's output
 */
export async function buildWitness(name: keyof typeof packages): Promise<string> {
  const folder = join(__dirname, name);
  const binary = join(folder, "bin", name);
  const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=readonly -buildvcs=false", GOTOOLCHAIN: "local" };
  await promisify(execFile)("go", ["build", "-trimpath", "-o", binary, packages[name]], { cwd: folder, env });
  return binary;
}
