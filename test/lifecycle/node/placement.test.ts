import { expect } from "chai";
import { AuthError, RejectedError, TransportError, UnavailableError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { findOption, resolveOption } from "../../../provider/lifecycle/node/placement.js";
import { inputsFor, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

const chain = "ethereum-mainnet";
const option = (blockchain: string, cloud: string, region: string, provider: string) => ({
  blockchain,
  cloud,
  region,
  provider,
  protocol: "ethereum",
  network: chain,
});

describe("placement", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const offer = (...options: readonly object[]) =>
    sandbox.fault({ operation: "listDeploymentOptions" }, { type: "status", status: 200, body: { options } });
  const catalogueCalls = async () =>
    (await sandbox.requests()).filter((request) => request === "GET /v2/deployment-options/").length;

  describe("resolveOption", () => {
    const offers = [
      option("BC-1", "CC-1", "lon1", "managed"),
      option("BC-1", "CC-2", "nyc1", "managed"),
      option("BC-2", "CC-3", "lon1", "own"),
      option("BC-3", "CC-1", "nyc1", "managed"),
    ];

    for (const [name, args, property, message] of [
      [
        "provider not offered: rejected",
        { provider: "moon" },
        "provider",
        /not offered by "moon"; it is offered in lon1 \(managed\)/,
      ],
      [
        "provider not offered in the region: rejected",
        { region: "nyc1", provider: "own" },
        "provider",
        /not offered by "own" in nyc1; it is offered in lon1 \(managed\), nyc1 \(managed\), lon1 \(own\)/,
      ],
      ["region not offered: rejected", { region: "mars1" }, "region", /not offered in "mars1"; it .*lon1/],
      [
        "region and provider not offered: region rejected",
        { region: "mars1", provider: "moon" },
        "region",
        /not offered in "mars1"/,
      ],
      [
        "misspelled region: rejected with a suggestion",
        { region: "lno1" },
        "region",
        /there is no region "lno1"; did you mean "lon1"\? ethereum-mainnet is offered in lon1 \(managed\), nyc1/,
      ],
      [
        "several providers in the region: provider required",
        { region: "lon1" },
        "provider",
        /specify where to run ethereum-mainnet/,
      ],
      ["several regions of the provider: region required", { provider: "managed" }, "region", /specify where to run/],
      ["neither region nor provider: region required", {}, "region", /specify where to run ethereum-mainnet.*lon1/],
      [
        "several options for region and provider: ids suggested",
        { region: "nyc1", provider: "managed" },
        "chain",
        /by ids: \{ blockchain: "BC-1", cloud: "CC-2" \} or \{ blockchain: "BC-3", cloud: "CC-1" \}/,
      ],
    ] as const) {
      it(name, async () => {
        await offer(...offers);
        const error = await failureOf(resolveOption(scene.context().account, { chain, ...args }));
        expect(error).to.be.instanceOf(RejectedError);
        expect((error as RejectedError).fields).to.have.all.keys(property);
        expect(error?.message)
          .to.match(new RegExp(`^${property}: `))
          .and.to.match(message);
      });
    }

    for (const chain of ["arc-mainnet", "ton-mainnet", "xrp-mainnet"]) {
      it(`${chain}, not offered: reported as such, not as a typo`, async () => {
        await offer(
          ...["bsc", "tron", "xrpl"].map((protocol) => ({
            ...option("BC-1", "CC-1", "lon1", "managed"),
            protocol,
            network: `${protocol}-mainnet`,
          })),
        );
        const error = await failureOf(resolveOption(scene.context().account, { chain }));
        expect(error?.message).to.match(
          new RegExp(`"${chain}" is not offered to this organization. Offered: bsc-mainnet, tron`),
        );
      });
    }

    it("region and provider of one option: found", async () => {
      await offer(...offers);
      const found = await resolveOption(scene.context().account, { chain, region: "lon1", provider: "own" });
      expect(found).to.include({ blockchain: "BC-2", cloud: "CC-3" });
    });
  });

  describe("findOption", () => {
    const place = (more: Properties = {}, context = scene.context()) =>
      nodeOperations.create(
        inputsFor("node", { project: scene.project, blockchain: "BC-000-000-008", cloud: "CC-0016", ...more }),
        context,
      );

    for (const readiness of ["rpc", "platform", "none"]) {
      it(`ids offered, but not together (readiness ${readiness}): rejected before any write`, async () => {
        const error = await failureOf(place({ cloud: "CC-0022", readiness }));
        expect(error).to.be.instanceOf(RejectedError);
        expect((error as RejectedError).fields).to.have.all.keys("cloud");
        expect(error?.message).to.match(
          /^cloud: BC-000-000-008 is not offered in CC-0022; it is offered in CC-0016 \(global1\), CC-0020 \(lon1\)/,
        );
        expect(await scene.writes()).to.deep.equal([]);
      });
    }

    it("three nodes placed by ids: one catalogue request", async () => {
      const context = scene.context();
      await Promise.all([1, 2, 3].map(() => place({ readiness: "none" }, context)));
      expect(await catalogueCalls()).to.equal(1);
    });

    it("offered ids: their option, otherwise undefined", async () => {
      const { account } = scene.context();
      const found = await findOption(account, { blockchain: "BC-000-000-008", cloud: "CC-0016" });
      expect(found).to.include({ network: chain });
      expect(await findOption(account, { blockchain: "BC-000-000-008", cloud: "CC-9" })).to.equal(undefined);
      expect(await findOption(account, { blockchain: "BC-9", cloud: "CC-0016" })).to.equal(undefined);
    });

    for (const outage of [
      new UnavailableError("The catalogue has a fault.", 503),
      new TransportError("The catalogue cannot be reached.", "refused", false),
    ]) {
      it(`catalogue unavailable: ids accepted (${outage.message})`, async () => {
        const context = scene.context();
        let asked = 0;
        context.account.deploymentOptions = () => {
          asked += 1;
          return Promise.reject(outage);
        };
        // Rejected once the catalogue was read: the node itself does not matter here.
        await sandbox.fault({ operation: "createNodeV2" }, { type: "status", status: 400 });
        expect(await failureOf(place({}, context))).to.be.instanceOf(RejectedError);
        expect(asked).to.equal(1);
        expect(await scene.writes()).to.deep.equal(["POST /v2/nodes/"]);
      });
    }

    it("key refused by the catalogue: AuthError", async () => {
      await sandbox.fault({ operation: "listDeploymentOptions" }, { type: "status", status: 401 }, null);
      expect(await failureOf(place())).to.be.instanceOf(AuthError);
      expect(await scene.writes()).to.deep.equal([]);
    });
  });
});
