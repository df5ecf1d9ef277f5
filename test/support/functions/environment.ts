import * as pulumi from "@pulumi/pulumi";
import type { TestSandbox } from "../sandbox";

const prefix = "BLOCKCHAIN_NODES_";

/** Replaces all settings in the environment. */
export function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env).filter((variable) => variable.startsWith(prefix))) {
    delete process.env[name];
  }
  Object.assign(process.env, variables);
}

/** Each test of the calling suite starts without settings; those from before return afterwards. */
export function useEmptySettings(): void {
  const inherited = { ...process.env };
  beforeEach(() => {
    setEnvironment({});
    pulumi.runtime.setAllConfig({});
  });
  after(() => {
    setEnvironment(
      Object.fromEntries(
        Object.entries(inherited).flatMap(([name, value]) =>
          name.startsWith(prefix) && value !== undefined ? [[name, value]] : [],
        ),
      ),
    );
    pulumi.runtime.setAllConfig({});
  });
}

/** Variables for the sandbox, at a rate for tests. */
export function environmentOf({ baseUrl, apiKey }: Pick<TestSandbox, "apiKey" | "baseUrl">): Record<string, string> {
  return {
    BLOCKCHAIN_NODES_BASE_URL: baseUrl,
    BLOCKCHAIN_NODES_API_KEY: apiKey,
    BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "500",
  };
}
