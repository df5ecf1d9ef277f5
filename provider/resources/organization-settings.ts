import * as pulumi from "@pulumi/pulumi";
import { cheapTraces } from "./cheap-traces.js";
import { resourceParts } from "./shape.js";

/** Arguments of {@link OrganizationSettings}. */
export interface OrganizationSettingsArgs {
  /** Name of the organization. Changed in place, which requires a key with the role Admin. */
  readonly name: pulumi.Input<string>;
}

/**
 * The name of the organization that the key belongs to.
 *
 * An account has exactly one organization, so nothing is created or deleted: a create adopts the organization and
 * renames it if needed, a delete removes it from state and keeps the name. Declare one per account: two would rename
 * the organization back and forth.
 *
 * A key of an organization other than the recorded one is rejected before anything is renamed, also in a replacement,
 * which deletes first unless the resource option `deleteBeforeReplace` says otherwise.
 */
export class OrganizationSettings extends pulumi.CustomResource {
  /** Name of the organization. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the organization, for example `RG-123-456`; the same as `id`. Keys of another organization are rejected. */
  declare readonly organization: pulumi.Output<string>;

  constructor(name: string, args: OrganizationSettingsArgs, options?: pulumi.CustomResourceOptions) {
    // Only the deletion knows the recorded organization, so it comes before the create of a replacement.
    const deleteBeforeReplace = options?.deleteBeforeReplace ?? true;
    const parts = resourceParts("OrganizationSettings", name, args, { ...options, deleteBeforeReplace });
    const restoreTraces = cheapTraces();
    try {
      super(...parts);
    } finally {
      restoreTraces();
    }
  }

  /**
   * Reads the organization without managing it: this program never changes it.
   *
   * @param id for example `RG-123-456`; the id of another organization is rejected
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): OrganizationSettings {
    return new OrganizationSettings(name, {} as OrganizationSettingsArgs, { ...options, id });
  }
}
