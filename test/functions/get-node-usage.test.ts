import { expect } from "chai";
import { getNodeUsage, isProviderError, type Provider } from "pulumi-blockchain-nodes";
import { accountOf, createObjects, failureOf, type World } from "../support/functions/world";
import { useMocks } from "../support/resources/mocks";
import { useSandbox } from "../support/sandbox";

describe("getNodeUsage", () => {
  const sandbox = useSandbox();
  let world: World;
  let provider: Provider;

  const firstOfMonth = new Date();
  firstOfMonth.setUTCDate(1);
  firstOfMonth.setUTCHours(0, 0, 0, 0);
  const at = (hours: number) => new Date(firstOfMonth.getTime() + hours * 3_600_000).toISOString();
  const period = { dateFrom: at(0), dateTo: at(48) };

  before(async () => {
    world = await createObjects(sandbox);
    const [first, second] = world.nodes;
    await sandbox.admin("POST", `/nodes/${first}/usage`, {
      rows: [
        { datetime: at(1), requestUnits: 10 },
        { datetime: at(2), requestUnits: 20 },
        { datetime: at(25), requestUnits: 5 },
      ],
    });
    await sandbox.admin("POST", `/nodes/${second}/usage`, { rows: [{ datetime: at(1), requestUnits: 7 }] });
    await sandbox.admin("POST", `/nodes/${world.dedicated}/usage`, { rows: [{ datetime: at(1), computeHours: 1 }] });
  });
  beforeEach(async () => {
    await useMocks();
    provider = accountOf(sandbox);
  });

  it("several pages: rows by time, with totals over all pages", async () => {
    await sandbox.change({ pageSize: 2 });
    const { rows, totals } = await getNodeUsage({ ...period, networks: ["ethereum-mainnet"] }, { provider });
    const [first, second] = world.nodes;
    expect(rows.map(({ nodeId, requestUnits }) => [nodeId, requestUnits])).to.have.deep.members([
      [first, 30],
      [second, 7],
      [first, 5],
    ]);
    expect(rows.map(({ datetime }) => Date.parse(datetime))).to.deep.equal(
      rows.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b),
    );
    expect(rows[0]).not.to.have.property("id");
    expect(totals.requestUnits).to.equal(42);
  });

  it("every argument: sent in the platform's name and form", async () => {
    const [first = "", second = ""] = world.nodes;
    const dateFrom = at(0).slice(0, 10);
    await getNodeUsage(
      {
        dateFrom,
        dateTo: at(24).replace(/T.*/, "T02:00:00+02:00"),
        nodeIds: [first, second],
        protocols: ["ethereum", "bitcoin"],
        networks: ["ethereum-mainnet"],
        nodeType: "elastic",
        granularity: "hour",
      },
      { provider },
    );
    expect((await sandbox.log()).at(-1)?.query).to.include({
      date_from: at(0),
      date_to: at(24),
      node_id: `${first},${second}`,
      protocol: "ethereum,bitcoin",
      network: "ethereum-mainnet",
      node_type: "elastic",
      granularity: "hour",
    });
  });

  it("platform rejects an argument: the error names it", async () => {
    const failure = await failureOf(getNodeUsage({ dateFrom: "2001-01-01" }, { provider }));
    expect(isProviderError(failure, "rejected")).to.equal(true);
    expect(failure).to.have.property("fields").that.has.keys("dateFrom");
  });
});
