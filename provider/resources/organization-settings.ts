import * as pulumi from "@pulumi/pulumi";
import { type ResourceShape, resourceParts } from "./shape.js";

/** Arguments of {@link OrganizationSettings}. */
export interface OrganizationSettingsArgs {
  /** Name of the organization. Changed in place; that needs a key with the role Admin. */
  readonly name: pulumi.Input<string>;
}

/**
 * The name of the organization that the key belongs to.
 *
 * An account has exactly one organization, so nothing is made or deleted: a create adopts it as it is and renames it
 * where its name is another one, a delete forgets it, and the name stays. One of these per account: two of them, in one
 * program or in two, would rename it in turn for ever.
 *
 * A key of another organization than the recorded one is refused by each of these, and by a replacement too: it deletes
 * first, unless the resource option `deleteBeforeReplace` says otherwise, and so stops before it renames anything.
 */
export class OrganizationSettings extends pulumi.CustomResource {
  /** Name of the organization. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the organization, for example `RG-123-456`; the same as `id`. Keys of another one are refused. */
  declare readonly organization: pulumi.Output<string>;

  constructor(name: string, args: OrganizationSettingsArgs, options?: pulumi.CustomResourceOptions) {
    // A create cannot know what it replaces: only the deletion does, so it comes first.
    super(
      ...resourceParts(shape, name, args, { ...options, deleteBeforeReplace: options?.deleteBeforeReplace ?? true }),
    );
  }

  /**
   * Reads the organization and leaves it alone: it is never changed by this program.
   *
   * @param id for example `RG-123-456`; that of another organization than the key's is refused
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): OrganizationSettings {
    return new OrganizationSettings(name, {} as OrganizationSettingsArgs, { ...options, id });
  }
}

const shape: ResourceShape = {
  type: "OrganizationSettings",
  handler: "organizationSettings",
  outputs: ["name", "organization"],
  isOnlyForgotten: true,
};
