import { expect } from "chai";
import { NotReadyError } from "../../../provider/errors/errors.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { type Responder, useStubServer } from "../../support/http/stub-server";
import { networkArgsIn, nodesOf } from "../../support/lifecycle/network-scene";
import { inputsFor, partialFailureOf, type TestContext, useOperations } from "../../support/lifecycle/operations-scene";
import { diffNetwork, networkOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

describe("networkOperations with nodes shown late", () => {
  const scene = useOperations();
  const { sandbox } = scene;
  const front = useStubServer();

  /** Forwards everything to the sandbox, and removes the nodes from networks while `isHidden` returns true. */
  const hiding =
    (isHidden: () => boolean): Responder =>
    ({ method, target, headers, body }, response) => {
      const { authorization = "" } = headers;
      const sent = method === "GET" ? {} : { body, headers: { authorization, "content-type": "application/json" } };
      void fetch(sandbox.baseUrl + target, { method, headers: { authorization }, ...sent }).then(async (answer) => {
        const text = await answer.text();
        const isNetwork = target.startsWith("/v1/networks/") && answer.ok && isHidden();
        const shown = isNetwork ? JSON.stringify({ ...JSON.parse(text), nodes: [] }) : text;
        response.writeHead(answer.status, { "content-type": "application/json" }).end(shown);
      });
    };
  const hiddenContext = (isHidden: (context: TestContext) => boolean, isCrashSafe = true) => {
    const context = scene.context({ baseUrl: front.url.href, isCrashSafe });
    front.answer = hiding(() => isHidden(context));
    return context;
  };
  const inputsOfNetwork = () => inputsFor("network", networkArgsIn(scene));
  const idsOf = (outs: Properties) => nodesOf(outs).map(({ id }) => id);
  /** Ids of the nodes of a network in the sandbox, ordered by name. */
  const nodesIn = async (networkId: string, names: readonly unknown[]) => {
    const { client, signal } = scene.context().account;
    const { nodes } = await client.call("getNetwork", { id: networkId }, signal);
    expect(nodes.map(({ name }) => name)).to.have.members([...names]);
    return names.map((wanted) => nodes.find(({ name }) => name === wanted)?.id);
  };
  /** A network created without a claim, none of whose nodes was shown in time. */
  const unseen = async () => {
    const inputs = inputsOfNetwork();
    const context = hiddenContext(() => true, false);
    const failure = await partialFailureOf(networkOperations.create(inputs, context));
    return { inputs, context, failure };
  };

  it("shown after some reads: waits, ends ready with their ids", async () => {
    let answers = 0;
    const context = hiddenContext(() => {
      answers += 1;
      return answers <= 3;
    });
    const inputs = inputsOfNetwork();
    const { id, outs } = await networkOperations.create(inputs, context);
    expect(outs).to.include({ ready: true, status: "ok" });
    const names = nodesOf(inputs).map(({ name }) => name);
    expect(idsOf(outs)).to.deep.equal(await nodesIn(id, names));
    expect(await scene.writes()).to.deep.equal([
      "POST /v1/networks/",
      ...idsOf(outs)
        .toReversed()
        .map((node) => `PATCH /v1/nodes/${node}/`),
    ]);
    expect(diffNetwork(outs, inputs)).to.deep.equal({ changes: false, replaces: [] });
  });

  it("shown after 25 s: found", async () => {
    const context = hiddenContext(({ clock }) => clock.elapsedMs < 25_000);
    const { outs } = await networkOperations.create(inputsOfNetwork(), context);
    expect(outs).to.include({ ready: true });
  });

  it("never shown under their claims: network not in state, the next create resumes", async () => {
    const inputs = inputsOfNetwork();
    const error = await failureOf(
      networkOperations.create(
        inputs,
        hiddenContext(() => true),
      ),
    );
    expect(error).to.be.instanceOf(NotReadyError);
    expect(error?.message).to.match(
      /the platform shows no node .* not saved in state: the next `pulumi up` resumes it/,
    );
    await sandbox.forget();
    const { id, outs } = await networkOperations.create(inputs, scene.context());
    expect(error?.message).to.include(id);
    expect(await scene.writes()).to.deep.equal(
      idsOf(outs)
        .toReversed()
        .map((node) => `PATCH /v1/nodes/${node}/`),
    );
  });

  it("never shown, no claims: network kept unfinished", async () => {
    const { inputs, context, failure } = await unseen();
    expect(failure.id).to.match(/^NW-/);
    expect(failure.outs).to.include({ ready: false });
    expect(idsOf(failure.outs)).to.deep.equal([undefined, undefined]);
    expect(failure.message).to.match(/the platform shows no node net-0-\S+ \(createNetwork\)\..*resumes the wait/);
    expect(context.clock.elapsedMs).to.be.within(30_000, 40_000);
    expect(diffNetwork(failure.outs, inputs)).to.deep.equal({ changes: true, replaces: [] });
  });

  it("next update: matched by recorded names, no duplicates created", async () => {
    const { inputs, failure } = await unseen();
    await sandbox.forget();
    const updated = await networkOperations.update(failure.id, failure.outs, inputs, scene.context());
    const names = nodesOf(inputs).map(({ name }) => name);
    expect(updated).to.include({ ready: true });
    expect(idsOf(updated)).to.deep.equal(await nodesIn(failure.id, names));
    expect(await scene.writes()).to.deep.equal([]);
  });

  it("remove without ids in state: nodes deleted", async () => {
    const { inputs, failure } = await unseen();
    const names = nodesOf(inputs).map(({ name }) => name);
    const made = await nodesIn(failure.id, names);
    await networkOperations.remove(failure.id, failure.outs, scene.context());
    for (const id of [failure.id, ...made.map(String)]) {
      expect(await scene.exists(id)).to.equal(false);
    }
  });

  it("interrupted by a read that does not show them: the network's id is kept", async () => {
    const controller = new AbortController();
    let answers = 0;
    const context = hiddenContext(() => {
      answers += 1;
      if (answers === 3) {
        controller.abort(new Error("stop"));
      }
      return true;
    }, false);
    const interrupted = { ...context, signal: controller.signal };
    const failure = await partialFailureOf(networkOperations.create(inputsOfNetwork(), interrupted));
    expect(await scene.exists(failure.id)).to.equal(true);
    expect(context.clock.elapsedMs).to.be.below(5_000);
  });

  it("interrupted between two reads: the network's id is kept", async () => {
    const controller = new AbortController();
    const context = hiddenContext(() => true, false);
    const clock = {
      now: () => context.clock.now(),
      monotonicMs: () => context.clock.monotonicMs(),
      sleep: (ms: number, signal?: AbortSignal) => {
        const pause = context.clock.sleep(ms, signal);
        controller.abort(new Error("stop"));
        return pause;
      },
    };
    const interrupted = { ...context, clock, signal: controller.signal };
    const failure = await partialFailureOf(networkOperations.create(inputsOfNetwork(), interrupted));
    expect(await scene.exists(failure.id)).to.equal(true);
    expect(context.clock.elapsedMs).to.equal(0);
  });
});
