import * as pulumi from "@pulumi/pulumi";
import { cheapTraces } from "./cheap-traces.js";
import { resourceParts } from "./shape.js";

/**
 * Deadlines: durations such as `"90s"`, `"20m"` or `"1h30m"`. Changing only these updates state without a platform
 * call.
 */
export interface Timeouts {
  /**
   * Deadline of a create, including the wait for readiness, and of an update that completes one.
   *
   * @default "20m", for dedicated nodes "6h"
   */
  readonly create?: pulumi.Input<string>;
  /** @default "5m" */
  readonly update?: pulumi.Input<string>;
  /**
   * How long to wait until a deleted object no longer exists.
   *
   * @default "10m"
   */
  readonly delete?: pulumi.Input<string>;
}

/** Arguments of a {@link Project}. */
export interface ProjectArgs {
  /**
   * Name on the platform, not necessarily unique. Changed in place.
   *
   * @default the resource's name and 8 hex digits, for example `payments-1a2b9c8d`
   */
  readonly name?: pulumi.Input<string>;
  /**
   * Free text, changed in place. If omitted, a description set in the console is kept; removing the argument clears it.
   */
  readonly description?: pulumi.Input<string>;
  /**
   * Kind of project; new projects must be public. Changing this replaces the project.
   *
   * @default "public"
   */
  readonly type?: pulumi.Input<"public">;
  /** Not available yet; rejected at preview. Use {@link Project.get} to read an existing project. */
  readonly adopt?: undefined;
  /** Deadlines. Changing only these updates state without a platform call. */
  readonly timeouts?: pulumi.Input<Timeouts>;
}

/**
 * A project, which contains networks and nodes. It can be deleted only when it is empty: nodes of the same stack are
 * deleted first, any other is named by id.
 */
export class Project extends pulumi.CustomResource {
  /** Name on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Free text; absent if there is none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** `public`, or `consortium` for old projects. */
  declare readonly type: pulumi.Output<string>;
  /** The argument `timeouts`, as written. */
  declare readonly timeouts: pulumi.Output<pulumi.Unwrap<Timeouts> | undefined>;
  /** Creation time: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Id of the owning organization. Keys of another organization are rejected. */
  declare readonly organization: pulumi.Output<string>;

  constructor(name: string, args: ProjectArgs = {}, options?: pulumi.CustomResourceOptions) {
    const parts = resourceParts("Project", name, args, options);
    const restoreTraces = cheapTraces();
    try {
      super(...parts);
    } finally {
      restoreTraces();
    }
  }

  /**
   * Reads an existing project without managing it: this program never changes or deletes it.
   *
   * @param id for example `PR-123-456-789`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Project {
    return new Project(name, {}, { ...options, id });
  }
}
