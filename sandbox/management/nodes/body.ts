import { type Chain, deploymentOptions, resolvePlacement } from "../../state/catalogue";
import type { NewNode } from "../../state/store";
import type { Call } from "../request/call";
import type { FieldCheck } from "../request/field-check";
import { checkName } from "../rules";
import { archiveProtocols } from "../views";

/** Reads a v1 node body: an initial node of a network, or a node for an existing network. */
export function readInitialNode(call: Call, check: FieldCheck, protocol: string, chain: Chain | undefined): NewNode {
  const name = check.text("name");
  checkName(call, check, name, call.store.nodes.values());
  const type = check.choice("type", "shared", "dedicated") ?? "shared";
  check.choice("role", "peer");
  const provider = check.text("provider");
  const region = check.text("region");
  const { value, check: configurationCheck } = check.object("configuration");
  const needsArchive = archiveProtocols.includes(protocol) || configurationCheck?.has("archive") === true;
  const wantsArchive = needsArchive ? configurationCheck?.boolean("archive") : undefined;
  const place = resolvePlacement(type, provider, region, chain);
  if ("wrong" in place) {
    const isBlank = place.wrong === "provider" ? provider === "" : region === "" || provider === "";
    if (!isBlank) {
      check.fail(place.wrong, place.message);
    }
    return { name, type, placement: { cloud: null, provider, region }, configuration: value, deployment: never };
  }
  const isGlobal = place.provider === "chainstack_global" && type === "shared";
  // Global nodes always show `false`, though they serve archive state.
  const archive = wantsArchive === undefined ? {} : { archive: wantsArchive && !isGlobal };
  return {
    name,
    type,
    placement: place,
    configuration: { ...value, ...archive },
    deployment: deploymentOf(call, isGlobal),
  };
}

/** Reads the placement of a v2 body: cloud and blockchain must belong to one deployment option. */
export function readOption(check: FieldCheck): (typeof deploymentOptions)[number] | undefined {
  const cloud = check.text("cloud");
  const blockchain = check.text("blockchain");
  const isCloud = deploymentOptions.some((option) => option.cloud === cloud);
  const isBlockchain = deploymentOptions.some((option) => option.blockchain === blockchain);
  if (cloud !== "" && !isCloud) {
    check.fail("cloud", `Unknown cloud "${cloud}".`);
  }
  if (blockchain !== "" && !isBlockchain) {
    check.fail("blockchain", `Unknown blockchain "${blockchain}".`);
  }
  const option = deploymentOptions.find((row) => row.cloud === cloud && row.blockchain === blockchain);
  if (isCloud && isBlockchain && option === undefined) {
    check.fail("cloud", `"${blockchain}" is not offered in "${cloud}".`);
  }
  return option;
}

/** When and how the deployment of a new node ends; global nodes run at once. */
export function deploymentOf(call: Call, isGlobal: boolean): NewNode["deployment"] {
  const { deployment, settings, store } = call;
  const usual =
    isGlobal && (deployment === undefined || deployment.outcome === "running") ? 0 : settings.regionalSeconds;
  return {
    endsAt: store.clock.now() + (deployment?.seconds ?? usual) * 1000,
    outcome: deployment?.outcome ?? "running",
  };
}

const never = { endsAt: Number.POSITIVE_INFINITY, outcome: "pending" } as const;
