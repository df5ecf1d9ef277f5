import * as pulumi from "@pulumi/pulumi";

/**
 * The provider's code as the engine stores it: one constant line, twice in the state of each resource. It is a wire
 * format: a changed byte would be a diff on every resource of every user.
 */
function providerText(handler: string): string {
  return `exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").${handler};`;
}

/** How a resource type reaches its provider. */
export interface ResourceShape {
  /** Last part of the type token: `pulumi-nodejs:dynamic/blockchain-nodes:<type>`. */
  readonly type: string;
  /** Name of the handler that the lifecycle module exports. */
  readonly handler: string;
  /** Every output that is no argument; the SDK makes properties only of keys that it is given. */
  readonly outputs: readonly string[];
  /** Arguments and outputs that are encrypted in state. */
  readonly secrets?: readonly string[];
}

/** Common part of all resources: a dynamic resource without serialized code. */
export abstract class BlockchainResource extends pulumi.CustomResource {
  protected constructor(shape: ResourceShape, name: string, args: object, options: pulumi.CustomResourceOptions = {}) {
    if (options.import !== undefined) {
      throw new Error(
        `${shape.type} "${name}": the resource option "import" cannot work for dynamic resources. Use ${shape.type}.get to read an object that exists.`,
      );
    }
    const token = `pulumi-nodejs:dynamic/blockchain-nodes:${shape.type}`;
    const urn = pulumi.createUrn(name, token, options.parent);
    const props = {
      ...Object.fromEntries(shape.outputs.map((key) => [key, undefined])),
      ...args,
      __provider: providerText(shape.handler),
      __owner: pulumi.interpolate`${pulumi.getOrganization()}/${urn}`,
    };
    const additionalSecretOutputs = [...(shape.secrets ?? []), ...(options.additionalSecretOutputs ?? [])];
    super(token, name, props, { ...options, additionalSecretOutputs });
  }
}
